/** The functions that offer a service over the Model Context Protocol. */
import { currentEvaluation } from "../evaluation/current-evaluation.ts";
import { declare } from "../expressions/declaration.ts";
import type { ProtocolVersionOption } from "../expressions/declarations.ts";
import type { StaticPromptExpression } from "../expressions/service-expression.ts";
import { blockFunction, type Call, declaringFunction } from "../functions/design-function.ts";
import { mcpSpecs as specs } from "../functions/specs/mcp.ts";
import { setOnce } from "./set-once.ts";

type ServerFunction = (name: string, version: string, ...options: ProtocolVersionOption[]) => void;

export const MCPServer: ServerFunction = blockFunction(specs.MCPServer, offerService);
export const MCP: ServerFunction = blockFunction(specs.MCP, offerService);

function offerService(
  call: Call<"Service">,
  name: string,
  version: string,
  options: readonly ProtocolVersionOption[],
): void {
  const { site, path, expression, evaluation } = call;
  const [protocolVersion, ...others] = options;
  for (const option of options) evaluation.use(option, path);
  setOnce(call, expression, "mcp", { site, path, name, version, protocolVersion }, "The MCP server");
  if (others.length > 0) {
    call.report({ code: "declared_twice", message: "the server has two protocol versions", hint: "Give it one." });
  }
}

const date = /^\d{4}-\d{2}-\d{2}$/;

export const ProtocolVersion: (version: string) => ProtocolVersionOption = declaringFunction(
  specs.ProtocolVersion,
  ({ site, faults }, version = "") => {
    const fault = {
      code: "invalid_protocol_version",
      message: `ProtocolVersion: ${JSON.stringify(version)} is not a version of the protocol`,
      hint: 'Versions are dates, such as "2025-06-18".',
    } as const;
    const isFaulty = faults.length === 0 && !date.test(version);
    const call = { site, faults: isFaulty ? [fault] : faults };
    const option = declare<ProtocolVersionOption>("protocolVersion", call, { version });
    currentEvaluation()?.expectUse(option, "ProtocolVersion does nothing on its own");
    return option;
  },
);

type OfferFunction = (name: string, description: string) => void;
type ResourceFunction = (name: string, uri: string, mimeType: string) => void;

export const MCPTool: OfferFunction = blockFunction(specs.MCPTool, (call, name, description) => {
  const { site, path, expression } = call;
  expression.offers.push({ type: "tool", site, path, name, description });
});

export const Resource: ResourceFunction = blockFunction(specs.Resource, (call, name, uri, mimeType) => {
  const { site, path, expression } = call;
  expression.offers.push({ type: "resource", site, path, name, uri, mimeType, isWatchable: false });
});

export const WatchableResource: ResourceFunction = blockFunction(
  specs.WatchableResource,
  (call, name, uri, mimeType) => {
    const { site, path, expression } = call;
    expression.offers.push({ type: "resource", site, path, name, uri, mimeType, isWatchable: true });
  },
);

export const DynamicPrompt: OfferFunction = blockFunction(specs.DynamicPrompt, (call, name, description) => {
  const { site, path, expression } = call;
  expression.offers.push({ type: "prompt", site, path, name, description });
});

export const Notification: OfferFunction = blockFunction(specs.Notification, (call, name, description) => {
  const { site, path, expression } = call;
  expression.offers.push({ type: "notification", site, path, name, description });
});

export const Subscription: (resource: string) => void = blockFunction(specs.Subscription, (call, resource) => {
  const { site, path, expression } = call;
  expression.offers.push({ type: "subscription", site, path, resource });
});

export const SubscriptionMonitor: (name: string) => void = blockFunction(specs.SubscriptionMonitor, (call, name) => {
  const { site, path, expression } = call;
  expression.offers.push({ type: "monitor", site, path, name });
});

const roles = ["system", "user", "assistant"] as const;

export const StaticPrompt: (name: string, description: string, ...messages: string[]) => void = blockFunction(
  specs.StaticPrompt,
  (call, name, description, texts) => {
    const { site, path, expression } = call;
    const messages: StaticPromptExpression["messages"][number][] = [];
    for (let index = 0; index < texts.length; index += 2) {
      const role = roles.find((each) => each === texts[index]);
      const content = texts[index + 1];
      if (role !== undefined && content !== undefined) messages.push({ role, content });
      else {
        call.report({
          code: "invalid_prompt",
          message: `the prompt "${name}" has ${content === undefined ? "a role without a text" : `the role ${JSON.stringify(texts[index])}`}`,
          hint: 'Messages are pairs: a role ("system", "user" or "assistant"), then its text.',
        });
      }
    }
    expression.prompts.push({ site, path, name, description, messages });
  },
);

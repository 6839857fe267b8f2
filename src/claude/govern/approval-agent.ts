/**
 * The agent behind approvals: each request is a run of it, with one call that waits for a person. So a request is a
 * record in the runtime's log like any other, listed and answered by the same means, from any process. The call itself
 * does nothing; Claude's loop, which asked, does it once it finds the answer.
 */
import { KigumiError } from "../../errors/kigumi-error.ts";
import type { JsonObject } from "../../json/json.ts";
import { isObject } from "../../json/json.ts";
import { parseJson } from "../../json/parse-json.ts";
import type { Message } from "../../run/message.ts";
import type { Planner } from "../../run/plan.ts";
import { type Agent, defineAgent } from "../../runtime/define-agent.ts";
import { defineTool } from "../../tool/define-tool.ts";
import { jsonSchema } from "../../tool/schema/tool-schema.ts";
import type { Tool } from "../../tool/tool.ts";
import { toolset } from "../../tool/toolset.ts";

export const APPROVAL_AGENT = "claude.approvals";
export const REPEAT_AGENT = "claude.approvals.again";
export const APPROVAL_TOOL = "claude.call";

/** What a person is shown: the tool, its arguments, and the question. */
export interface ApprovalArgs {
  readonly tool: string;
  readonly args: JsonObject;
  readonly prompt: string;
}

/** The first message of the run, as text. */
export interface ApprovalRequest extends ApprovalArgs {
  readonly callId: string;
}

const planner: Planner = {
  async planStart({ messages }) {
    const { callId, ...args } = requestIn(messages);
    return { toolCalls: [{ id: callId, name: APPROVAL_TOOL, args: { ...args } }] };
  },
  async planResume() {
    return { finalResponse: { text: "decided" } };
  },
};

/** How long a request stands is a matter of the tool, so there is one agent for each length of time. */
export function approvalAgentId(expiresIn?: string): string {
  return expiresIn === undefined ? APPROVAL_AGENT : `${APPROVAL_AGENT}.${expiresIn}`;
}

export function approvalAgent(expiresIn?: string): Agent {
  return defineAgent({
    id: approvalAgentId(expiresIn),
    description: "Calls of Claude that wait for a person",
    planner,
    toolsets: [toolset("claude", [approvalTool(expiresIn)])],
  });
}

/** Its runs are over at once: they say which call has taken a request over, and that none else may. */
export function repeatAgent(): Agent {
  const plan = async () => ({ finalResponse: { text: "made again" } });
  return defineAgent({
    id: REPEAT_AGENT,
    description: "Calls of Claude that were made again once a person could be waited for",
    planner: { planStart: plan, planResume: plan },
  });
}

function approvalTool(expiresIn: string | undefined): Tool {
  return defineTool({
    name: APPROVAL_TOOL,
    description: "Stands for a call that Claude asked for, until a person has decided about it",
    input: jsonSchema<{ tool: string; args: JsonObject; prompt: string }>({
      type: "object",
      properties: {
        tool: { type: "string" },
        args: { type: "object", additionalProperties: true },
        prompt: { type: "string" },
      },
      required: ["tool", "args", "prompt"],
      additionalProperties: false,
    }),
    effect: "read",
    confirmation: {
      title: "Let Claude make this call?",
      promptTemplate: "{{.prompt}}",
      ...(expiresIn === undefined ? {} : { expiresIn }),
    },
    execute: () => "approved",
  });
}

/** What a run of the agent is about. */
export function requestIn([message]: readonly Message[]): ApprovalRequest {
  const request: unknown =
    message?.role === "user" && typeof message.content === "string" ? parseJson(message.content) : {};
  if (isObject(request) && typeof request.callId === "string") return request as unknown as ApprovalRequest;
  throw new KigumiError({
    code: "invalid_approval_request",
    message: `runs of ${APPROVAL_AGENT} are started by governClaude; start no others`,
  });
}

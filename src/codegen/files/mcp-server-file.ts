/** `mcp_<service>/server.ts`: a service as it is offered over the Model Context Protocol. */
import type { McpPromptModel, McpServerModel, ServiceModel } from "../../design/index.ts";
import type { GeneratedFiles, GeneratedModule } from "../layout/generated-files.ts";
import type { Layout } from "../layout/layout.ts";
import type { MethodNames } from "../layout/service-names.ts";
import { pascalCase } from "../names/words.ts";
import { documented } from "../text/comment.ts";
import { block, braces, type Doc, list } from "../text/doc.ts";
import { literal, property, stringLiteral } from "../text/literal.ts";
import type { NamedType } from "../types/type-catalog.ts";

export function addMcpServerFile(files: GeneratedFiles, layout: Layout, service: ServiceModel): void {
  const { mcp } = service;
  if (mcp === undefined) return;
  const purpose = `What service ${service.name} offers over the Model Context Protocol.`;
  files.module(`${layout.mcpDir(service.name)}/server.ts`, purpose, (module) => {
    new McpServerWriter(service, mcp, layout, module).write();
  });
}

export function mcpServerFactory(service: string): string {
  return `create${pascalCase(service)}McpServer`;
}

class McpServerWriter {
  readonly #service: ServiceModel;
  readonly #mcp: McpServerModel;
  readonly #layout: Layout;
  readonly #module: GeneratedModule;

  constructor(service: ServiceModel, mcp: McpServerModel, layout: Layout, module: GeneratedModule) {
    this.#service = service;
    this.#mcp = mcp;
    this.#layout = layout;
    this.#module = module;
  }

  write(): void {
    const { name, version, description, protocolVersion, tools, resources, prompts, notifications, monitors } =
      this.#mcp;
    const definition = this.#module.importType("McpServerDefinition", "kigumi/codegen/runtime");
    const isImplemented = this.#layout.methods(this.#service).length > 0;
    const facts = Object.entries({ name, version, description, protocolVersion }).flatMap(([key, value]) =>
      value === undefined ? [] : [property(key, stringLiteral(value))],
    );
    const lists: [string, Doc[]][] = [
      ["tools", tools.map((tool) => this.#tool(tool))],
      ["resources", resources.map((resource) => this.#resource(resource))],
      ["prompts", prompts.map((prompt) => this.#prompt(prompt))],
      ["notifications", notifications.map((notification) => this.#notification(notification))],
      [
        "monitors",
        monitors.map((monitor) =>
          this.#entry([property("name", stringLiteral(monitor.name))], "watch", monitor.method),
        ),
      ],
    ];
    const members = [...facts, ...lists.map(([key, items]) => property(key, list("[", items, "]")))];
    const parameter = isImplemented ? `service: ${this.#interface()}` : "";
    const head = `export function ${mcpServerFactory(this.#service.name)}(${parameter}): ${definition} {`;
    const body = block(
      "return {",
      members.map((member) => [member, ","]),
      "};",
    );
    this.#module.add(documented(description ?? this.#service.description, block(head, [body])));
  }

  #tool({ name, description, method }: McpServerModel["tools"][number]): Doc {
    const { payload, result } = this.#method(method);
    return this.#entry(
      [
        property("name", stringLiteral(name)),
        property("description", stringLiteral(description)),
        property("inputSchema", payload === undefined ? literal(NO_ARGUMENTS) : `${this.#codec(payload)}.schema`),
        ...(result === undefined ? [] : [property("outputSchema", `${this.#codec(result)}.schema`)]),
      ],
      "call",
      method,
    );
  }

  #resource({ method, ...resource }: McpServerModel["resources"][number]): Doc {
    const facts = Object.entries(resource).map(([key, value]) => property(key, literal(value)));
    const subscription = this.#mcp.subscriptions.find((each) => each.resource === resource.name);
    const subscribe = subscription === undefined ? [] : [this.#member("subscribe", subscription.method)];
    return block(
      "{",
      [...facts, this.#member("read", method), ...subscribe].map((member) => [member, ","]),
    );
  }

  #prompt(prompt: McpPromptModel): Doc {
    const facts = [
      property("name", stringLiteral(prompt.name)),
      property("description", stringLiteral(prompt.description)),
    ];
    if (prompt.type === "dynamic") {
      return this.#entry([...facts, property("arguments", literal(prompt.arguments))], "get", prompt.method);
    }
    const get: Doc = ["get: async () => (", braces([property("messages", literal(prompt.messages))]), ")"];
    return block(
      "{",
      [...facts, property("arguments", "[]"), get].map((member) => [member, ","]),
    );
  }

  #notification({ name, description, method }: McpServerModel["notifications"][number]): Doc {
    const { payload } = this.#method(method);
    const facts = [property("name", stringLiteral(name)), property("description", stringLiteral(description))];
    const schema = payload === undefined ? [] : [property("payloadSchema", `${this.#codec(payload)}.schema`)];
    return this.#entry([...facts, ...schema], "send", method);
  }

  #entry(facts: readonly Doc[], name: string, method: string): Doc {
    return block(
      "{",
      [...facts, this.#member(name, method)].map((member) => [member, ","]),
    );
  }

  /** The method behind it, given arguments that its decoder has accepted. */
  #member(name: string, method: string): Doc {
    const { camel, payload, streamed } = this.#method(method);
    const async = streamed === undefined ? "async " : "";
    if (payload === undefined) return `${name}: ${async}(_args, ctx) => service.${camel}(undefined, ctx)`;
    return `${name}: ${async}(args, ctx) => service.${camel}(${this.#codec(payload)}.decode(args), ctx)`;
  }

  #method(name: string): MethodNames {
    const found = this.#layout.methods(this.#service).find(({ method }) => method.name === name);
    return found ?? { camel: name };
  }

  #codec(type: NamedType): string {
    const file = `${this.#layout.serviceDir(this.#service.name)}/codecs.ts`;
    return this.#module.import(this.#layout.catalog.namesOf(type).codec, this.#module.specifier(file));
  }

  #interface(): string {
    const file = `${this.#layout.serviceDir(this.#service.name)}/service.ts`;
    return this.#module.importType(
      this.#layout.serviceName(this.#service.name).interface,
      this.#module.specifier(file),
    );
  }
}

const NO_ARGUMENTS = { type: "object", properties: {}, additionalProperties: false };

/**
 * The model: everything a design says, as immutable data that survives JSON. It is made of the shapes the runtime
 * works with, so that generated code and a runtime wired straight from it need no translation; names are as authored,
 * lists are in the order of declaration, and references are by name.
 */
import type { JsonSchema } from "../tool/schema/json-schema.ts";
import type { AgentModel, CompletionModel } from "./model/agent-model.ts";
import type { RegistryModel, SecuritySchemeModel } from "./model/registry-model.ts";
import type { ServiceModel } from "./model/service-model.ts";
import type { Meta } from "./model/tool-model.ts";
import type { ToolsetModel } from "./model/toolset-model.ts";
import type { DesignProblem } from "./problem.ts";

export interface DesignModel {
  /** Of this format. */
  readonly version: 1;
  readonly api?: ApiModel;
  /** User types by name, as JSON Schema 2020-12 with closed objects; they refer to each other as `#/$defs/<Name>`. */
  readonly types: Readonly<Record<string, JsonSchema>>;
  readonly services: readonly ServiceModel[];
  readonly toolsets: readonly ToolsetModel[];
  readonly agents: readonly AgentModel[];
  readonly completions: readonly CompletionModel[];
  readonly registries: readonly RegistryModel[];
  readonly securitySchemes: readonly SecuritySchemeModel[];
  readonly warnings: readonly DesignProblem[];
}

export interface ApiModel {
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
  readonly version?: string;
  readonly meta?: Meta;
  /** Whether `AGENTS_QUICKSTART.md` is generated. */
  readonly agentDocs: boolean;
}

export type {
  AgentModel,
  CompletionModel,
  CompressionModel,
  HistoryModel,
  RunPolicyModel,
} from "./model/agent-model.ts";
export type { RegistryModel, SecuritySchemeModel } from "./model/registry-model.ts";
export { selfContainedSchema } from "./model/self-contained-schema.ts";
export type {
  McpMethodModel,
  McpPromptArgument,
  McpPromptMessage,
  McpPromptModel,
  McpResourceModel,
  McpServerModel,
  MethodModel,
  ServiceModel,
} from "./model/service-model.ts";
export type { Meta, MethodReference, ServerDataModel, ToolModel } from "./model/tool-model.ts";
export type {
  McpProvider,
  RegistryProvider,
  ToolsetExport,
  ToolsetModel,
  ToolsetOwner,
  ToolsetProvider,
  ToolsetUse,
} from "./model/toolset-model.ts";
export type { PayloadPlace, TypePlace } from "./model/type-place.ts";

/**
 * The prompts of an application, by id: registered once with their code, overridden while it runs. Rendering is strict,
 * and says which text was used, so that an answer can be traced to the words that led to it.
 */
import { createHash } from "node:crypto";
import { didYouMean } from "../../errors/did-you-mean.ts";
import { KigumiError } from "../../errors/kigumi-error.ts";
import type { JsonObject, JsonValue } from "../../json/json.ts";
import type { PromptScope, PromptUse } from "../../run/plan.ts";
import { parseTemplate, renderTemplate } from "../../template/index.ts";
import type { Clock } from "../../tool/clock.ts";
import { chooseOverride, type PromptAudience } from "./choose-override.ts";
import type { PromptOverride, PromptStore } from "./prompt-store.ts";

export interface PromptSpec {
  readonly id: string;
  readonly role: "system" | "user" | "tool" | "synthesis";
  readonly template: string;
  readonly agentId?: string;
  readonly description?: string;
  /** Default: a hash of the template. */
  readonly version?: string;
}

export interface NewPromptOverride {
  promptId: string;
  scope: PromptScope;
  template: string;
  metadata?: JsonObject;
}

export interface Prompts {
  /** Refuses an id that is taken, and a template that does not parse. */
  register(spec: PromptSpec): void;
  list(): readonly (PromptSpec & { readonly version: string })[];
  override(override: NewPromptOverride): Promise<PromptOverride>;
  /** The overrides of a prompt, the newest first. */
  history(promptId: string): Promise<readonly PromptOverride[]>;
  render(promptId: string, data: JsonValue, audience: PromptAudience): Promise<PromptUse & { readonly text: string }>;
}

export class PromptRegistry implements Prompts {
  readonly #store: PromptStore;
  readonly #clock: Clock;
  readonly #specs = new Map<string, PromptSpec & { readonly version: string }>();

  constructor(store: PromptStore, clock: Clock) {
    this.#store = store;
    this.#clock = clock;
  }

  register(spec: PromptSpec): void {
    const { id, template } = spec;
    if (typeof id !== "string" || id.trim() === "" || typeof template !== "string" || template === "") {
      throw new KigumiError({ code: "invalid_prompt", message: "a prompt needs an id and a template" });
    }
    if (this.#specs.has(id)) {
      throw new KigumiError({ code: "duplicate_prompt", message: `a prompt is already registered under "${id}"` });
    }
    parseTemplate(template);
    this.#specs.set(id, { version: versionOf(template), ...spec });
  }

  list(): readonly (PromptSpec & { readonly version: string })[] {
    return [...this.#specs.values()];
  }

  async override({ promptId, scope, template, metadata }: NewPromptOverride): Promise<PromptOverride> {
    this.#require(promptId);
    parseTemplate(template);
    const override: PromptOverride = {
      promptId,
      scope,
      template,
      version: versionOf(template),
      createdAt: this.#clock.now().getTime(),
      ...(metadata === undefined ? {} : { metadata }),
    };
    await this.#store.add(override);
    return override;
  }

  history(promptId: string): Promise<readonly PromptOverride[]> {
    return this.#store.list(promptId);
  }

  async render(promptId: string, data: JsonValue, audience: PromptAudience): Promise<PromptUse & { text: string }> {
    const spec = this.#require(promptId);
    const override = chooseOverride(await this.#store.list(promptId), audience);
    const { template, version } = override ?? spec;
    const text = renderTemplate(template, data);
    return { promptId, version, text, ...(override === undefined ? {} : { scope: override.scope }) };
  }

  #require(id: string): PromptSpec & { readonly version: string } {
    const spec = this.#specs.get(id);
    if (spec !== undefined) return spec;
    const meant = didYouMean(id, this.#specs.keys());
    const hint = meant === undefined ? "call prompts.register first" : `did you mean "${meant}"?`;
    throw new KigumiError({ code: "prompt_not_found", message: `no prompt is registered under "${id}"; ${hint}` });
  }
}

function versionOf(template: string): string {
  return `sha256:${createHash("sha256").update(template).digest("hex")}`;
}

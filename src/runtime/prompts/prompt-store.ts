/** Where overrides of prompts live. Implement it over a database to change prompts without a deployment. */
import type { JsonObject } from "../../json/json.ts";
import type { PromptScope } from "../../run/plan.ts";

export interface PromptOverride {
  readonly promptId: string;
  readonly scope: PromptScope;
  readonly template: string;
  readonly version: string;
  /** Milliseconds since the epoch. */
  readonly createdAt: number;
  readonly metadata?: JsonObject;
}

export interface PromptStore {
  /** Nothing is replaced: an override that counts for the same scope is newer, and the older one is history. */
  add(override: PromptOverride): Promise<void>;
  /** Every override there ever was of one prompt, or of all, the newest first. */
  list(promptId?: string): Promise<readonly PromptOverride[]>;
}

export function createMemoryPromptStore(): PromptStore {
  const overrides: PromptOverride[] = [];
  return {
    async add(override) {
      overrides.unshift(override);
    },
    async list(promptId) {
      return overrides.filter((override) => promptId === undefined || override.promptId === promptId);
    },
  };
}

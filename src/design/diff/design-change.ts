/** One difference between two designs, as it concerns those who rely on the first of them. */

export const changeCodes = {
  // Agents, toolsets, services
  removed: "Something is gone that others may name.",
  added: "Something is there that was not.",
  use_removed: "An agent may no longer call a tool.",
  provider_changed: "The tools of a toolset are executed by somebody else.",
  run_policy_changed: "Runs have other limits.",
  interrupts_disallowed: "Runs can no longer be paused or asked for a clarification.",
  history_model_needed: "Runs are summarized, which needs a model that was not needed before.",
  // Tools
  effect_changed: "Running a tool a second time does something else than it did.",
  confirmation_added: "Calls wait for a person, which they did not.",
  confirmation_removed: "Calls no longer wait for a person.",
  paging_changed: "The cursors of a bounded result are other fields.",
  server_data_changed: "Server data goes to other people, or comes at other times.",
  run_control_changed: "A tool ends the run, or counts against its cap, and did not; or the other way round.",
  tag_removed: "Policies and overrides that name a tag no longer reach a tool.",
  tag_added: "Policies and overrides that name a tag reach another tool.",
  method_changed: "Another method does the work.",
  // Types
  type_changed: "A value is of another type.",
  field_removed: "A field is gone.",
  field_added: "A field is there that was not.",
  field_required: "A field has to be there, and had not.",
  field_optional: "A field may be absent, and could not.",
  values_removed: "Values are no longer among the allowed ones.",
  values_added: "Values are among the allowed ones that were not.",
  constraint_narrowed: "Fewer values meet a constraint.",
  constraint_widened: "More values meet a constraint.",
  default_changed: "What is left out means something else.",
} as const satisfies Readonly<Record<string, string>>;

export type ChangeCode = keyof typeof changeCodes;

export interface DesignChange {
  readonly code: ChangeCode;
  /** Whether somebody who relied on the first design may fail with the second. */
  readonly isBreaking: boolean;
  /** As in `docs › search › args › query`. */
  readonly path: string;
  readonly message: string;
}

/** Collects changes below a place. */
export class Changes {
  readonly path: readonly string[];
  readonly #all: DesignChange[];

  constructor(path: readonly string[] = [], all: DesignChange[] = []) {
    this.path = path;
    this.#all = all;
  }

  get all(): readonly DesignChange[] {
    return this.#all;
  }

  at(...names: readonly string[]): Changes {
    return new Changes([...this.path, ...names], this.#all);
  }

  breaking(code: ChangeCode, message: string): void {
    this.add(code, message, true);
  }

  compatible(code: ChangeCode, message: string): void {
    this.add(code, message, false);
  }

  add(code: ChangeCode, message: string, isBreaking: boolean): void {
    this.#all.push({ code, isBreaking, path: this.path.join(" › "), message });
  }
}

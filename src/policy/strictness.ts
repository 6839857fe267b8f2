/** The order of effects: deny is stricter than confirm, confirm than allow. */
import type { Effect } from "./rules.ts";

const STRICTNESS: Readonly<Record<Effect, number>> = { allow: 0, confirm: 1, deny: 2 };

export function isStricter(effect: Effect, than: Effect): boolean {
  return STRICTNESS[effect] > STRICTNESS[than];
}

export function strictest(effects: readonly Effect[]): Effect {
  return effects.reduce((result, effect) => (isStricter(effect, result) ? effect : result), "allow");
}

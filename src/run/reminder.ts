/** Guidance put before the planner at the right moment, and kept from becoming noise. State lives in the run. */
import { KigumiError } from "../errors/kigumi-error.ts";

export interface Reminder {
  readonly id: string;
  readonly text: string;
  readonly tier: ReminderTier;
  /** Where it stands: with the system messages, or just before the planner's next turn. Default `turn`. */
  readonly attachment?: "run_start" | "turn";
  readonly maxPerRun?: number;
  readonly minTurnsBetween?: number;
}

/** Safety is never dropped by a cap, correct before guidance. */
export type ReminderTier = "safety" | "correct" | "guidance";

export interface ReminderState {
  readonly reminder: Reminder;
  readonly shown: number;
  readonly lastTurn?: number;
}

/** A reminder from outside: what cannot be shown is refused at once, not on a later turn. */
export function assertReminder({ id, text, tier }: Reminder): void {
  const isText = (value: unknown) => typeof value === "string" && value.trim() !== "";
  if (isText(id) && isText(text) && Object.hasOwn(ORDER, tier)) return;
  throw new KigumiError({
    code: "invalid_reminder",
    message: `a reminder needs an id, a text and a tier (${Object.keys(ORDER).join(", ")})`,
  });
}

const ORDER: Readonly<Record<ReminderTier, number>> = { safety: 0, correct: 1, guidance: 2 };

/** The reminders due on a turn, most important first. */
export function dueReminders(states: readonly ReminderState[], turn: number): Reminder[] {
  return states
    .filter((state) => isDue(state, turn))
    .map(({ reminder }) => reminder)
    .sort((left, right) => ORDER[left.tier] - ORDER[right.tier] || (left.id < right.id ? -1 : 1));
}

function isDue({ reminder, shown, lastTurn }: ReminderState, turn: number): boolean {
  const { tier, maxPerRun, minTurnsBetween = 0 } = reminder;
  const isSpent = tier !== "safety" && maxPerRun !== undefined && shown >= maxPerRun;
  const isTooSoon = lastTurn !== undefined && turn - lastTurn <= minTurnsBetween;
  return !isSpent && !isTooSoon;
}

/** Each reminder in an element of its own, so that a model can tell it from what people and tools say. */
export function reminderText(texts: readonly string[]): string {
  return texts.map((text) => `<system-reminder>${text}</system-reminder>`).join("\n\n");
}

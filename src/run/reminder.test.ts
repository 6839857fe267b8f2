import { expect, test } from "vitest";
import { assertReminder, dueReminders, type Reminder, type ReminderState } from "./reminder.ts";

const reminder = (id: string, more: Partial<Reminder> = {}): Reminder => ({ id, text: id, tier: "guidance", ...more });
const shown = (each: Reminder, times: number, lastTurn: number): ReminderState => ({
  reminder: each,
  shown: times,
  lastTurn,
});
const due = (states: ReminderState[], turn: number) => dueReminders(states, turn).map(({ id }) => id);

test("safety comes first, then corrections, then guidance, each by id", () => {
  const states = [reminder("b"), reminder("z", { tier: "safety" }), reminder("a"), reminder("c", { tier: "correct" })];
  expect(
    due(
      states.map((each) => ({ reminder: each, shown: 0 })),
      1,
    ),
  ).toEqual(["z", "c", "a", "b"]);
});

test("a cap silences guidance, never safety", () => {
  const capped = reminder("g", { maxPerRun: 2 });
  expect(due([shown(capped, 1, 1)], 2)).toEqual(["g"]);
  expect(due([shown(capped, 2, 2)], 3)).toEqual([]);
  expect(due([shown({ ...capped, tier: "safety" }, 9, 2)], 3)).toEqual(["g"]);
});

test("spacing holds for every tier: so many turns lie between two showings", () => {
  for (const tier of ["safety", "guidance"] as const) {
    const spaced = shown(reminder("g", { tier, minTurnsBetween: 2 }), 1, 4);
    expect([5, 6, 7].map((turn) => due([spaced], turn).length)).toEqual([0, 0, 1]);
  }
});

test("a reminder that could never be shown is refused", () => {
  expect(() => assertReminder(reminder(""))).toThrow("a reminder needs an id, a text and a tier");
  expect(() => assertReminder(reminder("a", { text: " " }))).toThrow("a reminder needs");
  expect(() => assertReminder(reminder("a", { tier: "toString" as never }))).toThrow("(safety, correct, guidance)");
  expect(() => assertReminder(reminder("a"))).not.toThrow();
});

import { expect, test } from "vitest";
import { isAbort, orAbort } from "./abort.ts";
import { didYouMean } from "./did-you-mean.ts";
import { KigumiError, messageOf, toKigumiError } from "./kigumi-error.ts";

test("an error of another copy of the package is recognised", () => {
  const foreign = Object.assign(new Error("elsewhere"), { [Symbol.for("kigumi.error")]: true });
  expect(KigumiError.isInstance(foreign)).toBe(true);
  expect(KigumiError.isInstance(new Error("plain"))).toBe(false);
});

test("the funnel keeps our errors and wraps everything else with its cause", () => {
  const ours = new KigumiError({ code: "x", message: "y" });
  expect(toKigumiError(ours)).toBe(ours);
  const thrown = { odd: true };
  expect(toKigumiError(thrown, "tool_failed")).toMatchObject({
    code: "tool_failed",
    message: '{"odd":true}',
    cause: thrown,
  });
});

test("anything thrown has a readable message", () => {
  const cycle: Record<string, unknown> = {};
  cycle.self = cycle;
  expect([new TypeError(""), "text", 7, undefined, null, cycle, 1n].map(messageOf)).toEqual([
    "TypeError",
    "text",
    "7",
    "undefined",
    "null",
    "[object Object]",
    "[object BigInt]",
  ]);
});

test("isAbort knows the signal's own reason, whatever it is", () => {
  const controller = new AbortController();
  controller.abort("stop");
  expect(isAbort("stop", controller.signal)).toBe(true);
  expect(isAbort("other", controller.signal)).toBe(false);
  expect(isAbort(new DOMException("gone", "AbortError"))).toBe(true);
});

test("orAbort rejects with the reason as soon as the signal fires, and a late result is ignored", async () => {
  const controller = new AbortController();
  const slow = Promise.withResolvers<string>();
  const raced = orAbort(slow.promise, controller.signal);
  controller.abort(new Error("changed my mind"));
  await expect(raced).rejects.toThrow("changed my mind");
  slow.resolve("too late");
});

test("didYouMean finds a typo and leaves a stranger alone", () => {
  const names = ["read_file", "write_file", "tree"];
  expect(didYouMean("raed_file", names)).toBe("read_file");
  expect(didYouMean("Read_File", names)).toBe("read_file");
  expect(didYouMean("send_email", names)).toBeUndefined();
});

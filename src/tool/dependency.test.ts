/** Seed 002 §2.2 and §4: the context and its dependencies. */
import { expect, test } from "vitest";
import { createContext } from "./context.ts";
import type { DependencyKey } from "./dependency.ts";

function counting(id: string, make: (n: number) => unknown = (n) => ({ n })) {
  const key = { id, created: 0, create: () => make(++key.created) };
  return key satisfies DependencyKey<unknown>;
}

test("4 a dependency may be made synchronously or asynchronously", async () => {
  const ctx = createContext();
  expect(await ctx.resolve({ id: "sync", create: () => 1 })).toBe(1);
  expect(await ctx.resolve({ id: "async", create: async () => 2 })).toBe(2);
});

test("4.2 an override with the same id is used instead of create", async () => {
  const db = counting("db");
  const ctx = createContext({ overrides: new Map([["db", async () => "fake"]]) });
  expect(await ctx.resolve(db)).toBe("fake");
  expect(db.created).toBe(0);
});

test("4.2 within one call the value is made once, even when resolved concurrently", async () => {
  const db = counting("db");
  const call = createContext().forCall({ id: "c1" });
  const [a, b] = await Promise.all([call.resolve(db), call.resolve(db)]);
  expect(a).toBe(b);
  expect(db.created).toBe(1);
});

test("4.2 the next call gets a value of its own, unless the cache is per run", async () => {
  const perCall = counting("db");
  const ctx = createContext();
  await ctx.forCall({ id: "c1" }).resolve(perCall);
  await ctx.forCall({ id: "c2" }).resolve(perCall);
  expect(perCall.created).toBe(2);

  const perRun = counting("db");
  const shared = createContext({ cache: "run" });
  await shared.forCall({ id: "c1" }).resolve(perRun);
  await shared.forCall({ id: "c2" }).resolve(perRun);
  expect(perRun.created).toBe(1);
});

test("a failed creation is not cached", async () => {
  const flaky = counting("db", (n) => {
    if (n === 1) throw new Error("not yet");
    return "ready";
  });
  const ctx = createContext();
  await expect(ctx.resolve(flaky)).rejects.toThrow("not yet");
  expect(await ctx.resolve(flaky)).toBe("ready");
});

test("dependencies are disposed in reverse order, overrides are left to their owner, and one failure does not stop the rest", async () => {
  const log: string[] = [];
  const ctx = createContext({ overrides: new Map([["mine", () => ({ [Symbol.dispose]: () => log.push("mine") })]]) });
  await ctx.resolve({ id: "first", create: () => ({ [Symbol.asyncDispose]: async () => void log.push("first") }) });
  await ctx.resolve({ id: "mine", create: () => "unused" });
  await ctx.resolve({
    id: "second",
    create: () => 2,
    dispose: () => {
      log.push("second");
      throw new Error("stuck");
    },
  });
  await expect(ctx[Symbol.asyncDispose]()).rejects.toThrow("stuck");
  expect(log).toEqual(["second", "first"]);
});

test("disposing one call leaves the dependencies of a shared run alone", async () => {
  const log: string[] = [];
  const ctx = createContext({ cache: "run" });
  const call = ctx.forCall({ id: "c1" });
  await call.resolve({ id: "db", create: () => 1, dispose: () => void log.push("closed") });
  await call[Symbol.asyncDispose]();
  expect(log).toEqual([]);
  await ctx[Symbol.asyncDispose]();
  expect(log).toEqual(["closed"]);
});

test("2.2 a context hands on deps, state and the call's identity", () => {
  const deps = { root: "/srv" };
  const ctx = createContext({ deps, now: () => new Date(5) });
  const call = ctx.forCall({ id: "c1", runId: "r1" });
  expect(call.deps).toBe(deps);
  expect(call.state).toBe(ctx.state);
  expect(call.call).toEqual({ id: "c1", runId: "r1" });
  expect(call.now?.()).toEqual(new Date(5));
});

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { allOf } from "../../policy/all-of.ts";
import type { Rules } from "../../policy/rules.ts";
import { toolRuleError } from "../../policy/tool-rule-error.ts";
import { deniedCall } from "../denied-call.ts";
import type { SpanData, SpanError } from "../span.ts";
import { SQLiteTracer } from "../sqlite-tracer.ts";
import { span } from "../testing/spans.ts";
import { backtestPolicy } from "./backtest-policy.ts";

let folder: string;
let tracer: SQLiteTracer;
let spans = 0;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "kigumi-backtest-"));
  tracer = new SQLiteTracer(join(folder, "traces.db"));
  spans = 0;
});
afterEach(async () => {
  await tracer.shutdown();
  rmSync(folder, { recursive: true, force: true });
});

interface Recorded {
  readonly at?: string;
  readonly error?: SpanError;
  readonly traceId?: string;
}

async function record(spanData: SpanData, { at = "2026-03-01T10:00:00.000Z", error, traceId = "t1" }: Recorded = {}) {
  const spanId = `s${++spans}`;
  await tracer.onSpanEnd({
    ...{ spanId, traceId, parentId: null, startedAt: at, endedAt: at, spanData, error: error ?? null },
  });
}

/** A call that some loop ran. */
const called = (name: string, input: object | string, more: Recorded & { output?: string } = {}) => {
  const { output = "ok", ...recorded } = more;
  const text = typeof input === "string" ? input : JSON.stringify(input);
  return record({ type: "function", name, input: text, output }, recorded);
};

const rules = (parts: Partial<Rules>): Rules => ({ allow: null, deny: null, params: {}, ...parts });

test("calls are counted by what would change, tool and rule, the largest group first, with examples", async () => {
  await called("read", { path: "a" });
  await called("write", { path: "a" });
  await called("write", { path: "b" });
  await called("exec", { command: "ls" });
  const result = await backtestPolicy(tracer, rules({ deny: ["exec"], confirm: ["write"] }), { examples: 1 });
  expect(result).toMatchObject({
    calls: 4,
    unchanged: 1,
    changes: { deny: 1, confirm: 2, allow: 0, undecidable: 0 },
    groups: [
      { change: "confirm", before: "allow", tool: "write", rule: "confirm: write", calls: 2 },
      { change: "deny", before: "allow", tool: "exec", rule: "deny: exec", calls: 1 },
    ],
  });
  expect(result.groups[0]?.examples).toEqual([
    expect.objectContaining({ spanId: "s3", traceId: "t1", input: '{"path":"b"}', reason: "a confirm rule matches" }),
  ]);
});

test("a parameter that breaks a constraint is denied under the name of that constraint", async () => {
  await called("search", { query: "short" });
  await called("search", { query: "far too long" });
  const { groups, unchanged } = await backtestPolicy(
    tracer,
    rules({ params: { search: { query: { maxLength: 8 } } } }),
  );
  expect(groups).toMatchObject([{ change: "deny", tool: "search", rule: "params: query maxLength 8", calls: 1 }]);
  expect(unchanged).toBe(1);
});

test("what was refused at the time and would run is newly allowed; what stays refused is no change", async () => {
  const refusal = toolRuleError("E8", { tool_name: "exec" });
  const wrapped = { message: "Error running tool", data: { tool_name: "exec", error: refusal.message } };
  await called("exec", { command: "ls" }, { error: wrapped });
  await called("write", {}, { output: refusal.message.replace("exec", "write") });
  await called("edit", {}, { error: { message: "Permission denied: not in the allow list" } });
  await called("send", {}, { error: { message: "denied", data: { code: "E12" } } });
  await called("fetch", {}, { error: { message: "the server said 403" } });
  await called("mail", {}, { output: "Permission denied: a person declined this call" });
  await called("save", {}, { error: { message: 'Permission denied: the path "/etc" leaves the workspace' } });
  await called("quote", {}, { output: `the log says ${refusal.message}` });
  const { changes, groups, unchanged } = await backtestPolicy(tracer, rules({ deny: ["send"] }));
  expect(changes).toEqual({ deny: 0, confirm: 0, allow: 3, undecidable: 0 });
  expect(groups.map(({ tool, before }) => [tool, before]).sort()).toEqual([
    ["edit", "deny"],
    ["exec", "deny"],
    ["write", "deny"],
  ]);
  expect(unchanged).toBe(5);
});

test("who refused a call is what its span says as data, whatever the words", async () => {
  await called("exec", {}, { error: deniedCall("nein", "policy") });
  await called("edit", {}, { error: deniedCall("Permission denied: not now", "person") });
  await called("save", {}, { error: deniedCall("[kantan-agents][E8] quoted", "sandbox") });
  const { groups } = await backtestPolicy(tracer, rules({}));
  expect(groups.map(({ tool, change, before }) => [tool, change, before])).toEqual([["exec", "allow", "deny"]]);
});

test("with a baseline only the difference between the two policies counts, whatever happened", async () => {
  await called("exec", {}, { error: { message: toolRuleError("E8", { tool_name: "exec" }).message } });
  await called("write", {});
  const baseline = rules({ deny: ["exec"], confirm: ["write"] });
  expect(await backtestPolicy(tracer, baseline, { baseline })).toMatchObject({ calls: 2, unchanged: 2, groups: [] });
  const { groups } = await backtestPolicy(tracer, rules({ confirm: ["exec"] }), { baseline });
  expect(groups.map(({ change, before, tool }) => [change, before, tool])).toEqual([
    ["allow", "confirm", "write"],
    ["confirm", "deny", "exec"],
  ]);
});

test("a call whose arguments were cut cannot be told, unless the rules do not look at them", async () => {
  await called("search", '{"query":"the rest is mis');
  await called("exec", '{"command":"l');
  const looking = rules({ deny: ["exec"], params: { search: { query: { maxLength: 8 } } } });
  const { changes, groups } = await backtestPolicy(tracer, looking);
  expect(changes).toEqual({ deny: 1, confirm: 0, allow: 0, undecidable: 1 });
  expect(groups).toContainEqual(expect.objectContaining({ change: "undecidable", tool: "search" }));
  expect(await backtestPolicy(tracer, rules({ confirm: ["search"] }))).toMatchObject({
    changes: { confirm: 1, undecidable: 0 },
  });
});

test("a masked argument cannot be told where a rule looks at it, and does not matter where none does", async () => {
  await called("login", { user: "ana", token: "Bearer abcdefghijklmnop" });
  const byToken = rules({ params: { login: { token: { minLength: 20 } } } });
  expect((await backtestPolicy(tracer, byToken)).changes.undecidable).toBe(1);
  const byUser = rules({ params: { login: { user: { enum: ["bo"] } } } });
  expect((await backtestPolicy(tracer, byUser)).changes).toMatchObject({ deny: 1, undecidable: 0 });
  const byMatcher = rules({ confirm: [{ tool: "login", args: ({ token }) => String(token).length > 8 }] });
  expect((await backtestPolicy(tracer, byMatcher)).changes.undecidable).toBe(1);
  expect((await backtestPolicy(tracer, allOf(byUser))).changes.undecidable).toBe(1);
});

test("an argument that the store cut cannot be told where a rule looks at it", async () => {
  await using cutting = new SQLiteTracer(join(folder, "cut.db"), { maxChars: 20 });
  const query = "a question of more than twenty letters";
  const output = [{ type: "tool_use", id: "1", name: "search", input: { query, limit: 5 } }];
  await cutting.onSpanEnd(span({ type: "generation", output }));
  const looking = rules({ params: { search: { query: { maxLength: 30 } } } });
  expect((await backtestPolicy(cutting, looking)).changes).toMatchObject({ undecidable: 1, deny: 0 });
  const elsewhere = rules({ params: { search: { limit: { maximum: 3 } } } });
  expect((await backtestPolicy(cutting, elsewhere)).changes).toMatchObject({ undecidable: 0, deny: 1 });
});

test("tags of a tool nobody described are unknown: told where they cannot matter, and with the tools at hand", async () => {
  await called("write", {});
  const byTag = rules({ deny: ["tag:danger"], confirm: ["tag:write"] });
  const unknown = await backtestPolicy(tracer, byTag);
  expect(unknown.changes.undecidable).toBe(1);
  expect(unknown.groups[0]?.rule).toBe(
    "it depends on the tags of write, which the trace does not tell: pass the tools",
  );
  expect((await backtestPolicy(tracer, rules({ deny: ["write", "tag:danger"] }))).changes.deny).toBe(1);
  const described = await backtestPolicy(tracer, byTag, { tools: [{ id: "write", tags: ["write"] }] });
  expect(described.groups).toMatchObject([{ change: "confirm", rule: "confirm: tag:write" }]);
});

test("a wire name is the tool that the rules or the tools call by its id", async () => {
  await called("docs_search", {});
  await called("ops_restart", {});
  const { groups } = await backtestPolicy(tracer, rules({ deny: ["docs.search", "tag:ops"] }), {
    tools: [{ id: "ops.restart", spec: { tags: ["ops"] } }],
  });
  expect(groups.map(({ tool }) => tool).sort()).toEqual(["docs.search", "ops.restart"]);
});

test("a loop that records no function spans is judged by what its model asked for, and nothing is counted twice", async () => {
  const output = [{ role: "assistant", tool_calls: [{ id: "1", function: { name: "exec", arguments: '{"x":1}' } }] }];
  await record({ type: "generation", output }, { traceId: "asked" });
  await record({ type: "generation", output }, { traceId: "ran" });
  await called("exec", { x: 1 }, { traceId: "ran" });
  const { calls, groups } = await backtestPolicy(tracer, rules({ deny: ["exec"] }));
  expect(calls).toBe(2);
  expect(groups).toMatchObject([{ tool: "exec", calls: 2 }]);
  expect(groups[0]?.examples.map(({ traceId, input }) => [traceId, input])).toEqual([
    ["ran", '{"x":1}'],
    ["asked", '{"x":1}'],
  ]);
});

test("since and until bound the calls that are looked at, both ends included", async () => {
  for (const day of ["01", "02", "03"]) await called("exec", {}, { at: `2026-03-${day}T00:00:00.000Z` });
  const deny = rules({ deny: "*" });
  const since = "2026-03-02T00:00:00Z";
  expect((await backtestPolicy(tracer, deny, { since })).calls).toBe(2);
  expect((await backtestPolicy(tracer, deny, { since, until: new Date(since) })).calls).toBe(1);
  expect((await backtestPolicy(tracer, deny)).groups[0]).toMatchObject({
    firstAt: new Date("2026-03-01T00:00:00Z"),
    lastAt: new Date("2026-03-03T00:00:00Z"),
  });
});

test("more calls than fit on a page are all looked at, and reasons made up for each call do not fill the memory", async () => {
  const calls = 1250;
  for (let i = 0; i < calls; i++) await called("exec", { i });
  const talkative = {
    decide: (_: unknown, args?: object) => ({ effect: "deny" as const, reason: JSON.stringify(args) }),
  };
  const seen: number[] = [];
  const result = await backtestPolicy(tracer, talkative, { onProgress: (count) => seen.push(count) });
  expect(result.changes.deny).toBe(calls);
  expect(result.groups).toHaveLength(1001);
  expect(result.groups[0]).toMatchObject({ tool: "(others)", calls: calls - 1000 });
  expect(seen).toEqual([1000]);
});

test("what is no rules is E18, before anything is read", async () => {
  for (const wrong of [null, "deny", ["exec"], 7] as unknown[] as Rules[]) {
    await expect(backtestPolicy(tracer, wrong)).rejects.toMatchObject({ code: "E18" });
    await expect(backtestPolicy(tracer, {}, { baseline: wrong })).rejects.toMatchObject({ code: "E18" });
  }
});

test("a backtest that nobody waits for any more ends", async () => {
  await called("exec", {});
  const signal = AbortSignal.abort(new Error("enough"));
  await expect(backtestPolicy(tracer, rules({}), { signal })).rejects.toThrow("enough");
});

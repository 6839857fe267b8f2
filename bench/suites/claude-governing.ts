/** What governing adds to a call inside this process: the hook's judgement, and the handler that judges once more. */
import type { PreToolUseHookInput } from "@anthropic-ai/claude-agent-sdk";
import { convertTool, type GovernClaudeOptions, governClaude } from "../../src/claude/index.ts";
import type { Tool } from "../../src/index.ts";
import { type Case, sideBySide } from "../harness.ts";
import type { Report } from "../report.ts";

const args = { a: 2, b: 3 };
const few = { allow: ["add"], deny: null, params: { add: { a: { maximum: 10 } } } };
const many = { ...few, allow: [...Array.from({ length: 1000 }, (_, index) => `tool.${index}`), "add"] };

export async function governingReport(add: Tool): Promise<Report> {
  const bare = convertTool(add);
  const governed = convertTool(add, { policy: few });
  const cases: Case[] = [
    { name: "handler, no policy", run: () => bare.handler(args) },
    { name: "handler, 1 selector and 1 parameter rule", run: () => governed.handler(args) },
    { name: "hook, 1 selector and 1 parameter rule", run: await hook({ policy: few, tools: [add] }) },
    { name: "hook, 1001 selectors and 1 parameter rule", run: await hook({ policy: many, tools: [add] }) },
    {
      name: "hook, and a budget of calls",
      run: await hook({ policy: few, tools: [add], budget: { toolCalls: 5000 } }),
    },
  ];
  const timings = await sideBySide(cases);
  const floor = timings[0]?.nanoseconds ?? 1;
  return {
    bench: "claude-governing",
    title: "Governing one call, in this process",
    columns: ["", "µs", "× handler without policy"],
    rows: timings.map(({ name, nanoseconds }) => [name, nanoseconds / 1000, nanoseconds / floor]),
    notes: ["a governed call passes the hook once and the handler once; what lies between is the CLI's"],
  };
}

async function hook(options: GovernClaudeOptions): Promise<() => unknown> {
  const { options: governed } = await governClaude(options);
  const judge = governed.hooks.PreToolUse?.[0]?.hooks[0];
  if (judge === undefined) throw new Error("a governed session judges its calls in a hook");
  const { signal } = new AbortController();
  let calls = 0;
  return () => {
    const id = `toolu_${calls++ % 1000}`;
    const input: PreToolUseHookInput = {
      hook_event_name: "PreToolUse",
      session_id: "bench",
      transcript_path: "",
      cwd: "",
      tool_name: "mcp__pydantic_tools__add",
      tool_input: args,
      tool_use_id: id,
    };
    return judge(input, id, { signal });
  };
}

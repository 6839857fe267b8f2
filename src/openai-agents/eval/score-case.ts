/**
 * One case, answered by one variant and scored by the judge, in a trace of its own: `eval_run`, `eval_variant` and
 * `eval_case` are on the trace, the verdict is a span in it. A failure is a result too, and the trace shows where.
 */
import { createCustomSpan, withCustomSpan, withTrace } from "@openai/agents";
import { KigumiError, messageOf } from "../../errors/kigumi-error.ts";
import { isObject } from "../../json/json.ts";
import { stringifyJson } from "../../json/stringify-json.ts";
import { isRubric, type Rubric } from "../rubric.ts";
import type { EvalCase } from "./dataset.ts";
import type { AnsweredCase, EvalDefinition, EvalTarget } from "./define-eval.ts";
import type { CaseResult } from "./summarize-eval.ts";

export interface CaseToScore {
  readonly definition: Pick<EvalDefinition, "name" | "judge" | "judgeInput">;
  readonly target: EvalTarget;
  readonly variant: string;
  readonly evalCase: EvalCase;
  readonly runId: string;
  /** Of variant and case: a score counts for exactly this. */
  readonly digest: string;
  readonly signal?: AbortSignal;
}

export async function scoreCase(toScore: CaseToScore): Promise<CaseResult> {
  const { definition, variant, evalCase, runId, digest } = toScore;
  const metadata = {
    eval_name: definition.name,
    eval_run: runId,
    eval_variant: variant,
    eval_case: evalCase.id,
    eval_digest: digest,
  };
  return withTrace(
    definition.name,
    async ({ traceId }) => {
      const key = { variant, caseId: evalCase.id, traceId };
      try {
        const { score, comments } = await verdictOn(toScore);
        return { type: "scored", ...key, score, comment: comments.join("\n") };
      } catch (error) {
        recordFailure(error);
        return { type: "failed", ...key, error: messageOf(error) };
      }
    },
    { groupId: runId, metadata },
  );
}

async function verdictOn({ definition, target, evalCase, signal }: CaseToScore): Promise<Rubric> {
  const { judge, judgeInput = defaultJudgeInput } = definition;
  const output = await ask("generator", target, evalCase.input, { ...evalCase.context }, signal);
  const answered: AnsweredCase = { ...evalCase, output };
  const context = { input: evalCase.input, expected: evalCase.expected ?? "", output };
  const verdict = await ask("judge", judge, judgeInput(answered), context, signal);
  const rubric = isObject(verdict) && isObject(verdict.rubric) ? verdict.rubric : verdict;
  if (isRubric(rubric) && Number.isFinite(rubric.score)) return rubric;
  throw new KigumiError({
    code: "no_score",
    message: `the judge answered without a rubric; it has to be { score, comments }, not ${stringifyJson(verdict).slice(0, 200)}`,
  });
}

/** An agent records itself; what a function is asked and says is recorded for it. */
function ask(
  role: "generator" | "judge",
  target: EvalTarget,
  input: string,
  context: Record<string, unknown>,
  signal: AbortSignal | undefined,
): Promise<unknown> {
  const abort = signal === undefined ? {} : { signal };
  if (typeof target !== "function") return target.run(input, context, abort).then(finalOutputOf);
  return withCustomSpan(
    async ({ spanData }) => {
      const output = await target(input, { context, ...abort });
      spanData.data = { input, output };
      return output;
    },
    { data: { name: role, data: { input } } },
  );
}

function finalOutputOf({ result }: { readonly result: unknown }): unknown {
  const output = isObject(result) ? result.finalOutput : undefined;
  if (output !== undefined && output !== null) return output;
  throw new KigumiError({ code: "no_answer", message: "the agent came to no answer; it may wait for an approval" });
}

function recordFailure(error: unknown): void {
  const span = createCustomSpan({ data: { name: "eval_failure", data: {} } });
  span.start();
  span.setError({ message: messageOf(error) });
  span.end();
}

function defaultJudgeInput({ input, expected, output }: AnsweredCase): string {
  const parts = [
    ["Input", input],
    ...(expected === undefined ? [] : [["Expected", textOf(expected)]]),
    ["Answer", textOf(output)],
  ];
  return parts.map(([heading, text]) => `## ${heading}\n${text}`).join("\n\n");
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : stringifyJson(value);
}

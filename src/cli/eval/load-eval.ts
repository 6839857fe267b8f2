/** An evaluation from a module, with what the command line says in place of what the module says. */
import { readFile } from "node:fs/promises";
import { dirname, relative, resolve } from "node:path";
import { didYouMean } from "../../errors/did-you-mean.ts";
import { messageOf } from "../../errors/kigumi-error.ts";
import { isObject } from "../../json/json.ts";
import { type EvalCase, readDataset } from "../../openai-agents/eval/dataset.ts";
import { defineEval, type EvalDefinition } from "../../openai-agents/eval/define-eval.ts";
import { importModule } from "../import-module.ts";
import { UsageError } from "../usage-error.ts";
import type { EvalOptions } from "./eval-options.ts";

export interface LoadedEval {
  readonly definition: EvalDefinition;
  readonly cases: readonly EvalCase[];
  /** The one that the others are compared with comes first. */
  readonly variants: readonly string[];
}

export async function loadEval(file: string, options: EvalOptions, cwd: string): Promise<LoadedEval> {
  const module = await importModule(file, "evaluations", cwd);
  const definition = definitionIn(module, file);
  const dataset =
    options.dataset === undefined ? resolve(cwd, dirname(file), definition.dataset) : resolve(cwd, options.dataset);
  const name = relative(cwd, dataset);
  const text = await readFile(dataset, "utf8").catch((cause) => {
    throw new UsageError(`the data set ${name} cannot be read: ${messageOf(cause)}`);
  });
  const cases = casesIn(text, name);
  return { definition, cases: cases.slice(0, options.limit), variants: chosenVariants(definition, options) };
}

/** Not exit code 1, which says that something scored too low. */
function casesIn(text: string, name: string): readonly EvalCase[] {
  try {
    return readDataset(text, name);
  } catch (error) {
    throw new UsageError(messageOf(error));
  }
}

function definitionIn(module: Record<string, unknown>, file: string): EvalDefinition {
  const exported = module.default ?? module.evaluation;
  if (!isObject(exported)) {
    throw new UsageError(`${file} exports no evaluation; export default defineEval({ … })`);
  }
  return defineEval(exported as unknown as EvalDefinition);
}

function chosenVariants({ variants }: EvalDefinition, { variants: chosen, baseline }: EvalOptions): readonly string[] {
  const known = Object.keys(variants);
  for (const name of [...(chosen ?? []), ...(baseline === undefined ? [] : [baseline])]) {
    if (known.includes(name)) continue;
    const meant = didYouMean(name, known);
    const hint = meant === undefined ? `there are ${known.join(", ")}` : `did you mean "${meant}"?`;
    throw new UsageError(`there is no variant "${name}"; ${hint}`);
  }
  const names = chosen ?? known;
  return baseline === undefined ? names : [baseline, ...names.filter((name) => name !== baseline)];
}

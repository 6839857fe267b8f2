/**
 * Picks the tool a request is about by the words they share. A tool's name says more than its description, and a word
 * that only one tool uses says more than one they all use.
 */
import type { LanguageModelV4FunctionTool } from "@ai-sdk/provider";
import { isSchemaObject, type JsonSchemaNode } from "../../tool/schema/json-schema.ts";
import { fromPortSchema } from "../port-schema.ts";
import { mentionsIn } from "./mentions.ts";
import { similarity, stemsOf } from "./words.ts";

const WEIGHT = { name: 3, value: 2.5, parameter: 1.5, description: 1, remark: 0.75 } as const;
/** One word of a name, or two of a description: less is chance. */
const LEAST_EVIDENCE = 1.8;

type Vocabulary = ReadonlyMap<string, number>;

export function chooseTool(
  request: string,
  tools: readonly LanguageModelV4FunctionTool[],
): LanguageModelV4FunctionTool | undefined {
  // A name somebody made up says nothing about what to do with it, so only plain words count.
  const words = [...new Set(stemsOf(mentionsIn(request).words.join(" ")))];
  const weights = tools.map(vocabularyOf).map((vocabulary) => words.map((word) => weightIn(vocabulary, word)));
  const rarity = words.map((_, index) => {
    const users = weights.filter((ofTool) => (ofTool[index] ?? 0) > 0).length;
    return 1 + Math.log(tools.length / Math.max(1, users));
  });
  let best: LanguageModelV4FunctionTool | undefined;
  let bestScore = 0;
  tools.forEach((tool, position) => {
    const ofTool = weights[position] ?? [];
    const evidence = ofTool.reduce((sum, weight) => sum + weight, 0);
    const score = ofTool.reduce((sum, weight, index) => sum + weight * (rarity[index] ?? 1), 0);
    if (evidence >= LEAST_EVIDENCE && score > bestScore) [best, bestScore] = [tool, score];
  });
  return best;
}

function weightIn(vocabulary: Vocabulary, word: string): number {
  let best = 0;
  for (const [known, weight] of vocabulary) best = Math.max(best, weight * similarity(word, known));
  return best;
}

/** Every word a tool is described with, at the highest weight it has there. */
function vocabularyOf({ name, description = "", inputSchema }: LanguageModelV4FunctionTool): Vocabulary {
  const vocabulary = new Map<string, number>();
  const add = (text: string, weight: number) => {
    for (const word of stemsOf(text)) vocabulary.set(word, Math.max(weight, vocabulary.get(word) ?? 0));
  };
  add(name, WEIGHT.name);
  add(description, WEIGHT.description);
  for (const [parameter, node] of Object.entries(fromPortSchema(inputSchema).properties ?? {})) {
    add(parameter, WEIGHT.parameter);
    add(descriptionOf(node), WEIGHT.remark);
    for (const value of valuesOf(node)) add(String(value), WEIGHT.value);
  }
  return vocabulary;
}

function descriptionOf(node: JsonSchemaNode): string {
  return isSchemaObject(node) ? (node.description ?? "") : "";
}

function valuesOf(node: JsonSchemaNode): readonly unknown[] {
  if (!isSchemaObject(node)) return [];
  return [...(node.enum ?? []), ...(node.anyOf ?? []).flatMap(valuesOf)];
}

/**
 * Spans as a year of agents would leave them, the same in every run: passages of the English of Node's own documentation
 * (the comments of `@types/node`), a few failures, verdicts, costs.
 */
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Span } from "../../src/trace/index.ts";

export const spansPerTrace = 10;
const start = Date.UTC(2026, 0, 1);

export interface Corpus {
  /** Every word once, the most frequent first. */
  readonly words: readonly string[];
  /** So many words as they follow each other somewhere. */
  passage(at: number, length: number): string;
  span(index: number): Span;
}

export function createCorpus(): Corpus {
  const random = generator(7);
  const prose = readProse();
  const passage = (at: number, length: number) =>
    prose.slice(at % prose.length, (at % prose.length) + length).join(" ");
  const text = (length: number) => passage(Math.floor(random() * (prose.length - length)), length);

  return {
    words: byFrequency(prose),
    passage,
    span(index) {
      const trace = Math.floor(index / spansPerTrace);
      const at = start + index * 20_000;
      const isModel = index % 2 === 0;
      const score = index % 50 === 0 ? { rubric: { score: random(), comment: text(6) } } : {};
      const usage = { input_tokens: Math.floor(random() * 4000), output_tokens: 200, cost: random() / 50 };
      return {
        spanId: `span_${index.toString(16).padStart(24, "0")}`,
        traceId: `trace_${trace.toString(16).padStart(32, "0")}`,
        parentId: null,
        startedAt: new Date(at).toISOString(),
        endedAt: new Date(at + 1500).toISOString(),
        error: index % 97 === 0 ? { message: `timeout ${text(4)}` } : null,
        spanData: isModel
          ? {
              type: "generation",
              model: "m-1",
              input: [{ role: "user", content: text(25) }],
              output: [text(30)],
              usage,
              ...score,
            }
          : {
              type: "function",
              name: `tool.${Math.floor(40 ** random())}`,
              input: JSON.stringify({ q: text(6) }),
              output: text(40),
            },
      };
    },
  };
}

function readProse(): string[] {
  const folder = fileURLToPath(new URL("../../node_modules/@types/node/", import.meta.url));
  const files = readdirSync(folder).filter((name) => name.endsWith(".d.ts"));
  const comments = files.flatMap((name) => readFileSync(folder + name, "utf8").match(/^ +\* .*$/gm) ?? []);
  return comments
    .join(" ")
    .replace(/[^\w.,()'`-]+/g, " ")
    .split(/\s+/);
}

function byFrequency(prose: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const word of prose) if (/^[a-z]{3,}$/i.test(word)) counts.set(word, (counts.get(word) ?? 0) + 1);
  return [...counts].sort(([, a], [, b]) => b - a).map(([word]) => word);
}

/** Small, fast and the same everywhere (mulberry32). */
function generator(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

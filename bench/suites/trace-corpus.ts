/**
 * Spans as a year of agents would leave them, the same in every run: text of common and rare words, a few failures,
 * verdicts, costs. Words follow Zipf's law, so that a keyword can be as frequent or as rare as a query wants.
 */
import type { Span } from "../../src/trace/index.ts";

const syllables =
  "ka ri to mo sen ter ing al er ion the re st op de vi ce pa ne web for ati per con tra com man ser ver ent ba lu xi qo zu fy gro ple sha";
const parts = syllables.split(" ");
export const spansPerTrace = 10;
const start = Date.UTC(2026, 0, 1);

export interface Corpus {
  readonly words: readonly string[];
  span(index: number): Span;
}

export function createCorpus(): Corpus {
  const random = generator(7);
  const pick = <T>(list: readonly T[]) => list[Math.floor(random() * list.length)] as T;
  const words = Array.from({ length: 30_000 }, () =>
    Array.from({ length: 1 + Math.floor(random() * 4) }, () => pick(parts)).join(""),
  );
  const word = () => words[Math.floor(words.length ** random()) - 1] ?? "the";
  const text = (count: number) => Array.from({ length: count }, word).join(" ");

  return {
    words,
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

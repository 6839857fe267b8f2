/** Searches the handbook in `docs/`: real files, read when they are asked for. */
import { readdir, readFile } from "node:fs/promises";
import { defineTool, type Toolset, toolset } from "kigumi";
import { z } from "zod";

const FOLDER = new URL("./docs/", import.meta.url);

const search = defineTool({
  name: "docs.search",
  description: "Search the documentation, the handbook of the operations desk",
  tags: ["docs", "read"],
  effect: "read",
  input: z.object({
    query: z.string().min(1).describe("Words to look for"),
    limit: z.number().int().min(1).max(20).default(3),
  }),
  output: z.object({ sections: z.array(z.object({ file: z.string(), heading: z.string(), text: z.string() })) }),
  hints: { call: 'search the docs for "{{ .query }}"' },
  execute: async ({ query, limit }) => {
    const words = query.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
    const ranked = (await sections())
      .map((section) => ({ section, score: scoreOf(section, words) }))
      .filter(({ score }) => score > 0)
      .sort((left, right) => right.score - left.score);
    return { sections: ranked.slice(0, limit).map(({ section }) => section) };
  },
});

export const docs: Toolset = toolset("docs", [search]);

interface Section {
  readonly file: string;
  readonly heading: string;
  readonly text: string;
}

async function sections(): Promise<Section[]> {
  const files = (await readdir(FOLDER)).filter((name) => name.endsWith(".md")).sort();
  const texts = await Promise.all(files.map((file) => readFile(new URL(file, FOLDER), "utf8")));
  return texts.flatMap((text, index) => sectionsOf(files[index] ?? "", text));
}

function sectionsOf(file: string, markdown: string): Section[] {
  return markdown.split(/^#+ /m).flatMap((part) => {
    const [heading = "", ...lines] = part.split("\n");
    return heading === "" ? [] : [{ file, heading, text: lines.join(" ").trim() }];
  });
}

/** A word in the heading says more than one in the text. */
function scoreOf({ heading, text }: Section, words: readonly string[]): number {
  const [title, body] = [heading.toLowerCase(), text.toLowerCase()];
  return words.reduce((sum, word) => sum + (title.includes(word) ? 3 : 0) + (body.includes(word) ? 1 : 0), 0);
}

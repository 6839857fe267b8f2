/** `node examples/kantan/main.ts`: with OPENAI_API_KEY against OpenAI, without it against a script. */
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { kantan } from "./kantan.ts";
import { createScriptedModel } from "./scripted-model.ts";

const file = join(await mkdtemp(join(tmpdir(), "kantan-")), "traces.db");
const print = console.log;
if (process.env.OPENAI_API_KEY !== undefined) {
  await kantan({ file, print });
} else {
  await using scripted = await createScriptedModel();
  await kantan({ file, print, model: scripted.model });
}
print(`All of it is in ${file}; look around with: npx kigumi traces search --traces ${file}`);

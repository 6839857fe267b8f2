/** `node examples/claude/main.ts`, once the package is built: with ANTHROPIC_API_KEY against Claude, else a script. */
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chooseEndpoint } from "./choose-endpoint.ts";
import { governedClaude } from "./governed-claude.ts";

const directory = await mkdtemp(join(tmpdir(), "kigumi-claude-"));
await using endpoint = await chooseEndpoint();
await governedClaude({ directory, endpoint, print: console.log });
console.log(`The approvals and the traces are in ${directory}.`);

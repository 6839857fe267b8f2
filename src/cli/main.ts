#!/usr/bin/env node
/** The `kigumi` command. */
import { readFileSync } from "node:fs";
import { userInfo } from "node:os";
import { nodeProblem } from "./node-version.ts";
import { runCli } from "./run-cli.ts";

const stop = new AbortController();
// Once: a second Ctrl-C ends the process whatever it is doing.
process.once("SIGINT", () => stop.abort());
process.once("SIGTERM", () => stop.abort());
// A reader that has seen enough, such as `head`, is no error.
process.stdout.on("error", (error: NodeJS.ErrnoException) => process.exit(error.code === "EPIPE" ? 0 : 1));

// As far away from the source as from what is built of it.
const manifest = JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8"));
const problem = nodeProblem(process.versions.node, manifest.engines.node);
if (problem !== undefined) {
  console.error(`error: ${problem}`);
  process.exit(1);
}

const { stdin, stdout, stderr, env } = process;
process.exitCode = await runCli(process.argv.slice(2), {
  stdin,
  stdout,
  stderr,
  env,
  cwd: process.cwd(),
  signal: stop.signal,
  interrupt: () => stop.abort(),
  userName: userName(),
  version: manifest.version,
});

/** In a container a user may have a number and no name. */
function userName(): string {
  try {
    return userInfo().username;
  } catch {
    return env.USER ?? `user ${process.getuid?.() ?? "unknown"}`;
  }
}

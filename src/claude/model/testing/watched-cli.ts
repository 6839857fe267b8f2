/** Starts the CLI as the SDK would, and tells when it has ended: a test that breaks a query off leaves nothing running. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import type { SpawnOptions } from "@anthropic-ai/claude-agent-sdk";

export function watchedCli() {
  const started: ChildProcess[] = [];
  return {
    spawnClaudeCodeProcess({ command, args, cwd, env, signal }: SpawnOptions) {
      const directory = cwd === undefined ? {} : { cwd };
      const child = spawn(command, args, { env, signal, stdio: ["pipe", "pipe", "ignore"], ...directory });
      started.push(child);
      return child;
    },
    async ended(): Promise<void> {
      const running = started.filter(({ exitCode, signalCode }) => exitCode === null && signalCode === null);
      await Promise.all(running.map((child) => once(child, "exit")));
    },
  };
}

/** Starts the CLI as the SDK would, and tells when it has ended: a test that breaks a query off leaves nothing running. */
import { type ChildProcess, spawn } from "node:child_process";
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
      // Only the exit counts: the SDK's signal makes an error of the kill that leads to it.
      await Promise.all(running.map((child) => new Promise((resolve) => child.once("exit", resolve))));
    },
  };
}

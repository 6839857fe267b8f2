/**
 * Starts the CLI as the SDK would, tells when it has ended, and can kill it: a test that breaks a query off leaves
 * nothing running.
 */
import { type ChildProcess, spawn } from "node:child_process";
import type { SpawnOptions } from "@anthropic-ai/claude-agent-sdk";

export function watchedCli() {
  const started: ChildProcess[] = [];
  return {
    options: {
      spawnClaudeCodeProcess({ command, args, cwd, env, signal }: SpawnOptions) {
        const directory = cwd === undefined ? {} : { cwd };
        const child = spawn(command, args, { env, signal, stdio: ["pipe", "pipe", "ignore"], ...directory });
        started.push(child);
        return child;
      },
    },
    /** For an endpoint's script: the CLI that asks is killed, and gets no answer. */
    killed(): Promise<never> {
      for (const child of started) child.kill("SIGKILL");
      return new Promise(() => {});
    },
    async ended(): Promise<void> {
      const running = started.filter(({ exitCode, signalCode }) => exitCode === null && signalCode === null);
      // Only the exit counts: the SDK's signal makes an error of the kill that leads to it.
      await Promise.all(running.map((child) => new Promise((resolve) => child.once("exit", resolve))));
    },
  };
}

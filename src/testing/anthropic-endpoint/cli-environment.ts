/**
 * The environment that keeps the CLI at home: it talks to the endpoint alone, and its settings, credentials and
 * sessions live in a scratch directory that goes away with the endpoint.
 */
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

export interface CliEnvironment {
  readonly [name: string]: string;
}

export interface ScratchEnvironment extends AsyncDisposable {
  readonly env: CliEnvironment;
}

export async function createCliEnvironment(baseUrl: string): Promise<ScratchEnvironment> {
  const home = await mkdtemp(join(tmpdir(), "kigumi-claude-"));
  const config = join(home, ".claude");
  await mkdir(config);
  return {
    env: {
      PATH: process.env.PATH ?? "",
      HOME: home,
      CLAUDE_CONFIG_DIR: config,
      ANTHROPIC_BASE_URL: baseUrl,
      ANTHROPIC_API_KEY: "scripted",
      // Without it the CLI looks for updates and telemetry outside, and asks the model for a title.
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
    },
    // The CLI may still be writing its session file while it goes down.
    [Symbol.asyncDispose]: () => rm(home, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 }),
  };
}

/**
 * The model that answers: a provider's, when its key is in the environment and its AI SDK package is installed, else
 * the offline model. Which one it is, and why, is said in one line.
 */
import { offlineModel } from "kigumi";

type Model = ReturnType<typeof offlineModel>;

export interface ChosenModel {
  readonly model: Model;
  readonly notice: string;
}

const PROVIDERS = [
  { key: "ANTHROPIC_API_KEY", package: "@ai-sdk/anthropic", factory: "anthropic", model: "claude-sonnet-4-5" },
  { key: "OPENAI_API_KEY", package: "@ai-sdk/openai", factory: "openai", model: "gpt-5-mini" },
] as const;

export async function chooseModel(
  env: Readonly<Record<string, string | undefined>>,
  load: (name: string) => Promise<Record<string, unknown>> = (name) => import(name),
): Promise<ChosenModel> {
  const missing: string[] = [];
  for (const provider of PROVIDERS) {
    if (!env[provider.key]) continue;
    const create = await factoryOf(() => load(provider.package), provider.factory);
    const id = env.KIGUMI_MODEL ?? provider.model;
    if (create !== undefined) return { model: create(id), notice: `answered by ${id} (${provider.key} is set)` };
    missing.push(`${provider.key} is set, but ${provider.package} is not installed`);
  }
  const reason = missing.join("; ") || `no ${PROVIDERS.map(({ key }) => key).join(" or ")}`;
  return { model: offlineModel(), notice: `answered by the offline model, which only matches words (${reason})` };
}

/** Undefined when the package is not there; providers are optional. */
async function factoryOf(
  load: () => Promise<Record<string, unknown>>,
  name: string,
): Promise<((id: string) => Model) | undefined> {
  try {
    const create = (await load())[name];
    return typeof create === "function" ? (id) => create(id) : undefined;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ERR_MODULE_NOT_FOUND") return undefined;
    throw error;
  }
}

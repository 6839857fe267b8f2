/** Warns of arguments that a provider has to be told in another shape: values still arrive, but models err more often. */
import { type ProjectionLoss, type Provider, projectSchema } from "../../tool/projection/index.ts";
import type { BuildContext } from "../build/build-context.ts";
import type { ToolTypes } from "../build/tool-types.ts";
import type { ToolExpression } from "../expressions/tool-expression.ts";

const providers: readonly Provider[] = ["openai-strict", "anthropic", "gemini", "bedrock"];

export function checkProviders(tool: ToolExpression, { visible }: ToolTypes, { evaluation }: BuildContext): void {
  // Providers that lose the same are told of together.
  const byLosses = Map.groupBy(providers, (provider) =>
    projectSchema(visible, provider).losses.filter(changesShape).map(describe).join("; "),
  );
  for (const [losses, concerned] of byLosses) {
    if (losses === "") continue;
    evaluation.report(
      {
        code: "provider_incompatible_schema",
        severity: "warning",
        message: `${concerned.join(", ")} cannot be told these arguments as they are: ${losses}`,
        hint: "Values still arrive as designed; a plainer type is easier for models to fill.",
      },
      tool.args ?? tool,
    );
  }
}

/** What is only left unsaid, or said in words, changes nothing about the values. */
function changesShape({ what }: ProjectionLoss): boolean {
  return what !== "not sent" && what !== "only told in the description";
}

function describe({ path, what }: ProjectionLoss): string {
  const place = path
    .split("/")
    .filter((token) => token !== "" && token !== "properties")
    .join(".");
  return place === "" ? what : `${place}: ${what}`;
}

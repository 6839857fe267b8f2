/** The functions of the DSL as a table, and the reference page that is made from it. */
import { problemCodes } from "../problem-code.ts";
import { type FunctionSpec, families, signatureOf } from "./function-spec.ts";
import type { Parameter } from "./parameter.ts";
import { agentSpecs } from "./specs/agents.ts";
import { boundedResultSpecs } from "./specs/bounded-results.ts";
import { confirmationSpecs } from "./specs/confirmation.ts";
import { constraintSpecs } from "./specs/constraints.ts";
import { historySpecs } from "./specs/history.ts";
import { mcpSpecs } from "./specs/mcp.ts";
import { policySpecs } from "./specs/policies.ts";
import { registrySpecs } from "./specs/registries.ts";
import { serverDataSpecs } from "./specs/server-data.ts";
import { serviceSpecs } from "./specs/services.ts";
import { toolSpecs } from "./specs/tools.ts";
import { toolsetSpecs } from "./specs/toolsets.ts";
import { typeSpecs } from "./specs/types.ts";

/** Every function, in the order of the page; one that has two forms is there twice. */
export const designFunctions: readonly FunctionSpec[] = [
  agentSpecs,
  toolsetSpecs,
  toolSpecs,
  serverDataSpecs,
  boundedResultSpecs,
  confirmationSpecs,
  policySpecs,
  historySpecs,
  serviceSpecs,
  mcpSpecs,
  registrySpecs,
  typeSpecs,
  constraintSpecs,
].flatMap((specs) => Object.values<FunctionSpec>(specs));

/** The reference page, in Markdown. */
export function renderReference(functions: readonly FunctionSpec[] = designFunctions): string {
  const shown = new Map<string, string>();
  const sections = families.flatMap((family) => {
    const members = functions.filter((each) => each.family === family);
    return [`## ${family}`, ...members.map((spec) => renderFunction(spec, shown))];
  });
  return [introduction, renderTable(functions), ...sections, renderCodes()].join("\n\n").concat("\n");
}

const introduction = `# The design language

Every function of \`kigumi/design\`: where it may be called, what it takes, what holds without it, and how it is refused.
A design is a module; what it exports at its top level is what it declares, and \`evaluate(module)\` turns it into a model
or says everything that is wrong with it. A context is the block of the function of that name; *Schema* is every block
that describes a type: of \`Type\`, \`Args\`, \`Return\`, \`ServerData\`, \`Payload\`, \`Result\`, \`StreamingResult\`, \`Attribute\`,
\`Field\`, \`ArrayOf\` and \`MapOf\`. Types are \`String\`, \`Boolean\`, \`Int\`, \`Int32\`, \`Int64\`, \`UInt\`, \`UInt32\`, \`UInt64\`,
\`Float32\`, \`Float64\`, \`Bytes\`, \`Any\`, what \`ArrayOf\`, \`MapOf\`, \`OneOf\` and \`Type\` return, or a Standard Schema such as
zod's. Examples leave out \`import { … } from "kigumi/design"\`.`;

function renderTable(functions: readonly FunctionSpec[]): string {
  const rows = functions.map((spec) => `| \`${signatureOf(spec)}\` | ${contextsOf(spec)} | ${spec.summary} |`);
  return ["| function | context | what it does |", "|---|---|---|", ...rows].join("\n");
}

/** An example that several functions share is printed with the first of them. */
function renderFunction(spec: FunctionSpec, shown: Map<string, string>): string {
  const { name, parameters, summary, byDefault, problems, example } = spec;
  const where = spec.contexts.length > 0 ? "in" : "for";
  const lines = [`### ${name}`, `\`${signatureOf(spec)}\` ${where} ${contextsOf(spec)}`, summary];
  if (byDefault !== undefined) lines.push(`By default: ${byDefault}`);
  if (parameters.length > 0) lines.push(parameters.map(renderParameter).join("\n"));
  if (problems.length > 0) lines.push(`Refused or doubted as: ${problems.map((code) => `\`${code}\``).join(", ")}.`);
  const first = shown.get(example);
  if (first === undefined) {
    shown.set(example, name);
    lines.push(`\`\`\`ts${example}\n\`\`\``);
  } else if (first !== name) lines.push(`Example: see [${first}](#${first.toLowerCase()}).`);
  return lines.join("\n\n");
}

function renderParameter({ name, expects, isOptional, isRest, whenAbsent }: Parameter<unknown>): string {
  const number = isRest ? " (any number)" : isOptional ? " (optional)" : "";
  const absent = whenAbsent === undefined ? "" : `; without it: ${whenAbsent}`;
  return `- \`${name}\`${number}: ${expects}${absent}`;
}

function contextsOf({ contexts, usedIn }: FunctionSpec): string {
  return contexts.length > 0 ? contexts.map((context) => `*${context}*`).join(", ") : (usedIn ?? "");
}

function renderCodes(): string {
  const rows = Object.entries(problemCodes).map(([code, meaning]) => `| \`${code}\` | ${meaning} |`);
  return ["## Problems", ["| code | meaning |", "|---|---|", ...rows].join("\n")].join("\n\n");
}

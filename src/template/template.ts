/**
 * Templates in the part of Go's `text/template` that tools, confirmations and prompts need. Strict: what a template
 * reads has to be there. Pure and bounded: no clock, no I/O, no recursion, a limit on the output and on the work.
 */
import type { JsonValue } from "../json/json.ts";
import { functionTable } from "./functions/function-table.ts";
import type { TemplateFunction } from "./functions/template-function.ts";
import { Renderer } from "./render/renderer.ts";
import { rootScope } from "./render/scope.ts";
import { maxOutputLength, Work } from "./render/work.ts";
import { SchemaPlace } from "./schema-place.ts";
import type { DataSchema } from "./schema-reading.ts";
import { invalidTemplate } from "./syntax/invalid-template.ts";
import { parseNodes } from "./syntax/parse-template.ts";
import { tracePaths } from "./syntax/trace-paths.ts";
import { type PathStep, pathText, type TemplatePath } from "./template-path.ts";

export interface Template {
  readonly source: string;
  /** Every place of the data that the template reads, in order of the source, for checks against a schema. */
  readonly paths: readonly TemplatePath[];
  /** The text for this data. Throws a `TemplateError` when something is missing, of the wrong type, or too large. */
  render(data: JsonValue, options?: RenderOptions): string;
}

export interface ParseOptions {
  /** Functions beside the built-in ones, by name. */
  readonly functions?: Readonly<Record<string, TemplateFunction>>;
}

export interface RenderOptions {
  /**
   * The schema that the data is valid for. A field that it declares and does not require reads as null when absent:
   * false for `if` and `with`, nothing in the output. Without a schema every absent key is an error, also in an `if`.
   * Defaults are not filled in; data that went through validation carries them.
   */
  readonly schema?: DataSchema;
}

/** Throws a `TemplateError` with the code `invalid_template` that names line and column. */
export function parseTemplate(source: string, options: ParseOptions = {}): Template {
  if (source.length > maxOutputLength) {
    throw invalidTemplate(source, 0, `a template has at most ${maxOutputLength} characters`);
  }
  const nodes = parseNodes(source, functionTable(options.functions));
  const { paths, origins } = tracePaths(source, nodes);
  return {
    source,
    paths,
    render: (data, { schema } = {}) => {
      const isOptional = schema === undefined ? () => false : optionalPlaces(schema);
      return new Renderer(origins, { work: new Work(source), isOptional }).render(nodes, rootScope(data));
    },
  };
}

/** Asked once for each place, however often a `range` comes by. */
function optionalPlaces(schema: DataSchema): (path: readonly PathStep[]) => boolean {
  const known = new Map<string, boolean>();
  return (path) => {
    const text = pathText(path);
    let answer = known.get(text);
    if (answer === undefined) {
      answer = mayBeAbsent(schema, path);
      known.set(text, answer);
    }
    return answer;
  };
}

function mayBeAbsent(schema: DataSchema, path: readonly PathStep[]): boolean {
  let [place, isOptional] = [SchemaPlace.root(schema), false];
  for (const step of path) ({ place, isOptional } = place.step(step));
  return isOptional;
}

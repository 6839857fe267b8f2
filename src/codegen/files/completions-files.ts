/** `completions/`: typed answers that a model of the service is asked for directly. */
import type { GeneratedFiles } from "../layout/generated-files.ts";
import type { Layout } from "../layout/layout.ts";
import { documented } from "../text/comment.ts";
import { block, braces, list } from "../text/doc.ts";
import { stringLiteral } from "../text/literal.ts";
import { addTypeFiles } from "./type-files.ts";

const RUNTIME = "kigumi/codegen/runtime";

export function addCompletionFiles(files: GeneratedFiles, layout: Layout): void {
  for (const service of new Set(layout.model.completions.map((completion) => completion.service))) {
    addCompletions(files, layout, service);
  }
}

function addCompletions(files: GeneratedFiles, layout: Layout, service: string): void {
  const dir = `${layout.serviceDir(service)}/completions`;
  const named = layout.completions(service);
  addTypeFiles(files, layout, {
    dir,
    of: `the completions of service ${service}`,
    types: named.map(({ type }) => type),
  });
  files.module(`${dir}/completions.ts`, `The typed answers of service ${service}.`, (module) => {
    for (const name of ["CompletionChunk", "CompletionDeclaration", "CompletionModel", "CompletionRequest"])
      module.importType(name, RUNTIME);
    for (const name of ["complete", "decodeCompletionChunk", "streamComplete"]) module.import(name, RUNTIME);
    for (const { completion, pascal, type } of named) {
      const typeNames = layout.catalog.namesOf(type);
      const result = module.importType(typeNames.type, "./types.ts");
      const declared = `${pascal.charAt(0).toLowerCase()}${pascal.slice(1)}Completion`;
      const members = [
        `id: ${stringLiteral(completion.id)}`,
        `name: ${stringLiteral(completion.name)}`,
        `description: ${stringLiteral(completion.description)}`,
        `result: ${module.import(typeNames.codec, "./codecs.ts")}`,
      ];
      const parameters = ["model: CompletionModel", 'request: Pick<CompletionRequest, "prompt" | "signal">'];
      const asked = (name: string, returned: string) => [
        `export function ${name}${pascal}`,
        list("(", parameters, ")"),
        `: ${returned} {`,
      ];
      const chunk = `CompletionChunk<${result}>`;
      module.add(
        documented(completion.description, [
          `export const ${declared}: CompletionDeclaration<${result}> = `,
          braces(members),
          ";",
        ]),
        block(asked("complete", `Promise<${result}>`), [`return complete(${declared}, model, request);`]),
        documented(
          "As it is said, in pieces, and at last the whole.",
          block(asked("streamComplete", `AsyncIterable<${chunk}>`), [
            `return streamComplete(${declared}, model, request);`,
          ]),
        ),
        documented(
          "A chunk of that stream that has crossed a wire.",
          block(`export function decode${pascal}Chunk(chunk: unknown): ${chunk} {`, [
            `return decodeCompletionChunk(${declared}, chunk);`,
          ]),
        ),
      );
    }
  });
}

/** The files of a design, by their path below the output folder. Two parts that claim one path are a defect of ours. */
import { ModuleText } from "../text/module-text.ts";
import { relativeImport } from "./relative-import.ts";

/** A module that knows where it is. */
export class GeneratedModule extends ModuleText {
  readonly path: string;

  constructor(path: string, purpose: string) {
    super(purpose);
    this.path = path;
  }

  /** How this module names another generated file. */
  specifier(path: string): string {
    return relativeImport(this.path, path);
  }
}

export class GeneratedFiles {
  readonly #texts = new Map<string, string>();

  add(path: string, text: string): void {
    if (this.#texts.has(path)) throw new Error(`two generated files at ${path}`);
    this.#texts.set(path, text);
  }

  module(path: string, purpose: string, write: (module: GeneratedModule) => void): void {
    const module = new GeneratedModule(path, purpose);
    write(module);
    this.add(path, String(module));
  }

  /** Sorted by path. */
  toMap(): Map<string, string> {
    return new Map([...this.#texts].toSorted(([left], [right]) => (left < right ? -1 : 1)));
  }
}

/**
 * For tests that start processes: `node --import ./use-source.ts` makes the package's name mean its source, as the test
 * runner does in its own process. Readers of the examples need nothing of this; for them the name means the package.
 */
import { registerHooks } from "node:module";

const SOURCE = new URL("../../src/", import.meta.url);

registerHooks({
  resolve(specifier, context, nextResolve) {
    const [, folder] = /^kigumi(?:\/([\w-]+))?$/.exec(specifier) ?? [];
    if (!/^kigumi(\/|$)/.test(specifier)) return nextResolve(specifier, context);
    const file = folder === undefined ? "index.ts" : `${folder}/index.ts`;
    return nextResolve(new URL(file, SOURCE).href, context);
  },
});

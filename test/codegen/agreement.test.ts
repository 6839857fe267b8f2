/** A generated decoder and the schema validator accept the same values and make the same of them. */
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Codec } from "../../src/codegen/runtime/index.ts";
import { selfContainedSchema } from "../../src/design/index.ts";
import { compileSchema } from "../../src/tool/schema/compiled-schema.ts";
import type { Validated, Validator } from "../../src/tool/schema/validator.ts";
import { arbitraryValue } from "./arbitrary-value.ts";
import { generateCodecs } from "./generate-codecs.ts";
import { GeneratedFolder } from "./generated-folder.ts";
import { shapes } from "./shapes.ts";

/** `KIGUMI_CODEC_RUNS=100000` looks further. */
const RUNS = Number(process.env.KIGUMI_CODEC_RUNS ?? 3000);

let folder: GeneratedFolder;
let codecs: Record<string, Codec<unknown>>;

beforeAll(async () => {
  folder = new GeneratedFolder(generateCodecs(shapes));
  codecs = await folder.import("codecs.ts");
});
afterAll(() => folder[Symbol.dispose]());

test.each(Object.keys(shapes))("%s is decoded exactly when the validator accepts it", async (name) => {
  const codec = codecs[`${name.charAt(0).toLowerCase()}${name.slice(1)}Codec`]!;
  const schema = selfContainedSchema({ $ref: `#/$defs/${name}` }, shapes);
  const validate: Validator = await compileSchema(schema, "input").load();
  let [accepted, refused] = [0, 0];
  fc.assert(
    fc.property(arbitraryValue(schema), (value) => {
      const sent = JSON.stringify(value);
      const expected = validate(value) as Validated;
      const decoded = codec.tryDecode(value);
      expect(decoded.issues === undefined, `${sent}: ${JSON.stringify({ decoded, expected })}`).toBe(
        expected.issues === undefined,
      );
      if (decoded.issues === undefined && expected.issues === undefined) {
        accepted += 1;
        expect(decoded.value).toEqual(expected.value);
      } else {
        refused += 1;
      }
      // Decoding never writes into what it was given.
      expect(JSON.stringify(value)).toBe(sent);
    }),
    { numRuns: RUNS },
  );
  // A generator that only ever made one kind would prove nothing.
  expect(accepted).toBeGreaterThan(RUNS / 20);
  expect(refused).toBeGreaterThan(RUNS / 20);
});

import * as v from "valibot";
import { expect, test } from "vitest";
import { z } from "zod";
import { TypeHintResolutionError, UnsupportedDepsTypeError } from "../tool-errors.ts";
import { DepsContext, ToolCallContext } from "./deps-context.ts";
import { deserializeDeps, isSerializable, serializeDeps } from "./serialize-deps.ts";

/** Fields and nothing else: what a dataclass is elsewhere. */
class Account {
  static readonly schema = z.object({ id: z.string(), limits: z.array(z.number()) });
  readonly id: string = "a-1";
  readonly limits: readonly number[] = [1, 2];
  get first(): number | undefined {
    return this.limits[0];
  }
}

/** One that knows its own way there and back. */
class Money {
  static readonly schema = z.object({ minor: z.number().int() });
  readonly #minor: number;
  constructor(minor: number) {
    this.#minor = minor;
  }
  static fromJSON(data: unknown): Money {
    return new Money((data as { minor: number }).minor);
  }
  toJSON(): { minor: number } {
    return { minor: this.#minor };
  }
}

const isoDate = z.codec(z.iso.datetime(), z.date(), {
  decode: (text) => new Date(text),
  encode: (date) => date.toISOString(),
});
const Job = z.object({ at: isoDate, tags: z.array(z.string()).default([]) });

test("US4-1 FR-008 SC-009 plain data goes there and back", () => {
  for (const data of [{ key: "x", nested: [1, null, true, { a: "é" }] }, [1, 2], "text", 7, false, null]) {
    expect(serializeDeps(data)).toBe(JSON.stringify(data));
    expect(deserializeDeps(serializeDeps(data))).toEqual(data);
  }
});

test("US4-1 US4-3 SC-009 an instance of a class with a schema comes back as one", () => {
  const back = deserializeDeps(serializeDeps(new Account()), Account);
  expect(back).toBeInstanceOf(Account);
  expect(back).toEqual(new Account());
  expect(back.first).toBe(1);
});

test("US4-2 SC-009 a class that writes and reads itself is left to do so", () => {
  expect(serializeDeps(new Money(250))).toBe('{"minor":250}');
  const back = deserializeDeps(serializeDeps(new Money(250)), Money);
  expect(back).toBeInstanceOf(Money);
  expect(back.toJSON()).toEqual({ minor: 250 });
});

test("US4-2 SC-009 a value that a schema describes comes back as the schema says", () => {
  const job: z.output<typeof Job> = { at: new Date("2026-01-02T03:04:05.000Z"), tags: ["a"] };
  const text = serializeDeps(job, Job);
  expect(text).toBe('{"at":"2026-01-02T03:04:05.000Z","tags":["a"]}');
  expect(deserializeDeps(text, Job)).toEqual(job);
  expect(isSerializable(job, Job)).toBe(true);
  expect(isSerializable(job)).toBe(false);
});

test("US4-4 FR-009 SC-004 what is not data is refused, with its type, its place and the way out", () => {
  const refuse = () => serializeDeps({ http: new AbortController() });
  expect(refuse).toThrow(UnsupportedDepsTypeError);
  expect(refuse).toThrow(
    expect.objectContaining({
      typeName: "AbortController",
      path: "$.http",
      message: expect.stringMatching(
        /at \$\.http: AbortController cannot be serialized.*plain objects.*ToolCallContext/s,
      ),
    }),
  );
});

test("a value that does not come back through its schema is refused before it is sent", () => {
  const refuse = () => serializeDeps({ at: new Date(0), tags: [1] } as never, Job);
  expect(refuse).toThrow(UnsupportedDepsTypeError);
  expect(refuse).toThrow("does not come back from JSON as its schema says: tags[0] ");
});

test("a getter that changes its mind while it is written is refused too", () => {
  let reads = 0;
  const fickle = {
    get value() {
      if (reads++ > 0) throw new Error("gone");
      return 1;
    },
  };
  expect(() => serializeDeps(fickle)).toThrow(UnsupportedDepsTypeError);
});

test("FR-008 text that is no JSON, and JSON that does not fit, are errors", () => {
  expect(() => deserializeDeps("{")).toThrow(expect.objectContaining({ code: "invalid_json" }));
  const misfit = () => deserializeDeps('{"id":7,"limits":[]}', Account);
  expect(misfit).toThrow(expect.objectContaining({ code: "invalid_deps" }));
  expect(misfit).toThrow("the JSON does not fit the schema of Account: id ");
  expect(() => deserializeDeps("7", z.string())).toThrow(/the schema of dependencies: /);
  expect(() => deserializeDeps('{"minor":1.5}', Money)).toThrow(expect.objectContaining({ code: "invalid_deps" }));
});

test("a class that says nothing about coming back is refused", () => {
  class Plain {
    readonly a = 1;
  }
  expect(() => deserializeDeps("{}", Plain)).toThrow(UnsupportedDepsTypeError);
});

test("edge: a schema that JSON cannot express, or that refers to nothing, cannot be resolved", () => {
  const value = { at: new Date(0) };
  expect(() => serializeDeps(value, z.object({ at: z.date() }))).toThrow(TypeHintResolutionError);
  const forward: z.ZodType<unknown> = z.object({ next: z.lazy(() => Later) });
  expect(() => serializeDeps({ next: {} }, forward)).toThrow(TypeHintResolutionError);
  const Later = z.object({});
  expect(serializeDeps({ next: {} }, z.object({ next: z.lazy(() => Later) }))).toBe('{"next":{}}');

  class Dated {
    static readonly schema = z.object({ at: z.date() });
    readonly at = "1970-01-01";
  }
  expect(() => serializeDeps([new Dated()])).toThrow(TypeHintResolutionError);

  class Early {
    static get schema(): typeof Missing {
      return Missing;
    }
    readonly a = 1;
  }
  expect(() => serializeDeps([new Early()])).toThrow(
    expect.objectContaining({ name: "TypeHintResolutionError", typeName: "Early" }),
  );
  expect(isSerializable(new Early())).toBe(false);
  const Missing = z.object({ a: z.number() });
  expect(serializeDeps([new Early()])).toBe('[{"a":1}]');
});

test("edge: a schema that cannot describe itself is assumed to be serializable, with a warning", async () => {
  const warned = new Promise<Error & { code?: string }>((resolve) => process.once("warning", resolve));
  const undescribed = v.object({ a: v.number() });
  expect(serializeDeps({ a: 1 }, undescribed as never)).toBe('{"a":1}');
  expect(await warned).toMatchObject({
    code: "KIGUMI_DEPS_UNCHECKED",
    message: expect.stringContaining("assumed to be serializable"),
  });
});

test("a schema that validates asynchronously cannot be used for dependencies", () => {
  const slow = z.object({ a: z.number().refine(async () => true) });
  expect(() => serializeDeps({ a: 1 }, slow)).toThrow("validates asynchronously");
});

test("FR-010 DepsContext holds what could be sent elsewhere, ToolCallContext holds anything, both by reference", () => {
  const data = { region: "eu" };
  expect(new DepsContext(data).deps).toBe(data);
  expect(new DepsContext({ at: new Date(0), tags: [] }, Job).deps.at).toEqual(new Date(0));
  const client = new AbortController();
  expect(() => new DepsContext(client)).toThrow(UnsupportedDepsTypeError);
  expect(() => new DepsContext({ pool: { client } })).toThrow(UnsupportedDepsTypeError);
  expect(new ToolCallContext(client).deps).toBe(client);
});

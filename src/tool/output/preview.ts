/**
 * A smaller copy of a JSON value that every schema which accepted the value still accepts. Long arrays keep their first
 * items, long strings their beginning; numbers, required properties and nesting stay, so counts and shape do. Pure.
 */
import type { JsonObject, JsonValue } from "../../json/json.ts";
import type { JsonSchema } from "../schema/json-schema.ts";
import { SchemaView } from "./schema-view.ts";
import { clipToLength, isWithinBytes } from "./utf8.ts";

/** How much stays at each place. */
interface Extent {
  readonly items: number;
  readonly characters: number;
  readonly properties: number;
}

/** Undefined when no copy within `maxBytes` is known to be valid. `true` as the schema asks for nothing. */
export function previewJson(value: JsonValue, schema: JsonSchema | true, maxBytes: number): JsonValue | undefined {
  const view = SchemaView.of(schema, value);
  const smallest = elide(value, view, nothing);
  if (!isWithinBytes(JSON.stringify(smallest), maxBytes)) return undefined;
  for (const extent of extents(maxBytes)) {
    const candidate = elide(value, view, extent);
    if (isWithinBytes(JSON.stringify(candidate), maxBytes)) return candidate;
  }
  return smallest;
}

const nothing: Extent = { items: 0, characters: 0, properties: 0 };

/** From generous to frugal. Optional properties are given up last. */
function* extents(maxBytes: number): Generator<Extent> {
  const largest = 2 ** Math.floor(Math.log2(Math.max(1, maxBytes)));
  for (const isFrugal of [false, true]) {
    for (let scale = largest; scale >= 1; scale /= 2) {
      yield { items: scale, characters: scale * 4, properties: isFrugal ? scale : Math.max(scale, 64) };
    }
  }
}

function elide(value: JsonValue, view: SchemaView, extent: Extent): JsonValue {
  if (view.isFrozen) return value;
  if (typeof value === "string") return elideString(value, view, extent);
  if (Array.isArray(value)) return elideArray(value, view, extent);
  if (typeof value === "object" && value !== null) return elideObject(value, view, extent);
  return value;
}

function elideString(value: string, view: SchemaView, { characters }: Extent): string {
  // Schemas count code points, of which this has at least half as many as UTF-16 units.
  const kept = clipToLength(value, Math.max(characters, 2 * view.minLength));
  const elided = `${kept}… [${value.length - kept.length} more characters]`;
  // At half the length or less, it has fewer code points than the value for certain: `maxLength` holds.
  return elided.length * 2 <= value.length ? elided : value;
}

function elideArray(value: JsonValue[], view: SchemaView, extent: Extent): JsonValue[] {
  const kept = value.slice(0, Math.max(extent.items, view.minItems));
  // Two items that differ late could become equal.
  if (view.hasUniqueItems) return kept;
  return kept.map((item, index) => elide(item, view.item(index, item), extent));
}

function elideObject(value: JsonObject, view: SchemaView, extent: Extent): JsonObject {
  const keys = Object.keys(value);
  const required = new Set(keys.filter((key) => view.isRequired(key)));
  let optional = Math.max(extent.properties, view.minProperties - required.size);
  const kept = keys.filter((key) => required.has(key) || optional-- > 0);
  // `fromEntries` defines properties: a key named `__proto__` stays a key.
  return Object.fromEntries(
    kept.map((key) => [key, elide(at(value, key), view.property(key, at(value, key)), extent)]),
  );
}

function at(value: JsonObject, key: string): JsonValue {
  return value[key] ?? null;
}

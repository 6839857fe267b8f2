/**
 * Serializes whatever a tool returned. The effect already happened, so a value JSON cannot hold must not cost the
 * answer: bigints become decimal strings, cycles become a note naming where they lead, `undefined` becomes `null`.
 */

export function stringifyJson(value: unknown): string {
  try {
    return JSON.stringify(value) ?? "null";
  } catch {
    return JSON.stringify(toRepresentable(value, "$", new Map())) ?? "null";
  }
}

function toRepresentable(value: unknown, path: string, ancestors: Map<object, string>): unknown {
  if (typeof value === "bigint") return value.toString();
  if (typeof value !== "object" || value === null) return value;
  const seenAt = ancestors.get(value);
  if (seenAt !== undefined) return `[circular: ${seenAt}]`;

  ancestors.set(value, path);
  const copy = copyOf(value, path, ancestors);
  ancestors.delete(value);
  return copy;
}

function copyOf(value: object, path: string, ancestors: Map<object, string>): unknown {
  if (Array.isArray(value)) return value.map((item, index) => toRepresentable(item, `${path}[${index}]`, ancestors));
  if ("toJSON" in value && typeof value.toJSON === "function") {
    return attempt(() => toRepresentable((value as { toJSON(): unknown }).toJSON(), path, ancestors));
  }
  const entries = Object.keys(value).map((key) => [
    key,
    attempt(() => toRepresentable((value as Record<string, unknown>)[key], `${path}.${key}`, ancestors)),
  ]);
  return Object.fromEntries(entries);
}

/** A getter or `toJSON` that throws loses its own value only. */
function attempt(read: () => unknown): unknown {
  try {
    return read();
  } catch (error) {
    return `[unreadable: ${error instanceof Error ? error.message : String(error)}]`;
  }
}

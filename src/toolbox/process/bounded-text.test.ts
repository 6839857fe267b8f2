import fc from "fast-check";
import { expect, test } from "vitest";
import { BoundedText } from "./bounded-text.ts";

test("however the bytes arrive, the text is their beginning, whole characters only", () => {
  const character = fc.constantFrom("a", "ü", "€", "𝄞");
  fc.assert(
    fc.property(
      fc.array(character, { maxLength: 30 }),
      fc.nat(40),
      fc.integer({ min: 1, max: 5 }),
      (all, limit, size) => {
        const text = all.join("");
        const bytes = Buffer.from(text);
        const bounded = new BoundedText(limit);
        for (let start = 0; start < bytes.length; start += size) bounded.write(bytes.subarray(start, start + size));
        const kept = bounded.end();
        expect(text.startsWith(kept)).toBe(true);
        expect(kept.isWellFormed()).toBe(true);
        expect(kept.length).toBeLessThanOrEqual(limit);
        expect(bounded.truncated).toBe(text.length > limit);
        if (!bounded.truncated) expect(kept).toBe(text);
      },
    ),
  );
});

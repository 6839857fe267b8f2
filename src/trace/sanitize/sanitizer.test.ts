import fc from "fast-check";
import { expect, test } from "vitest";
import { maskSecrets } from "./mask-secrets.ts";
import { Sanitizer } from "./sanitizer.ts";

const sanitizer = new Sanitizer();

test.each([
  ["sk-abcdefghij1234", "sk-***"],
  ["sk-proj-abcdefghij1234", "sk-proj-***"],
  ["Authorization: Bearer abc.def-ghi_jkl", "Authorization: Bearer ***"],
  ["api_key=hunter2hunter2", "api_key=***"],
  ["API-KEY: 'hunter2hunter2'", "API-KEY: '***'"],
  ['{"apiKey":"hunter2hunter2"}', '{"apiKey":"***"}'],
  ['"{\\"api_key\\": \\"hunter2hunter2\\"}"', '"{\\"api_key\\": \\"***\\"}"'],
  ["ghp_abcdefghijklmnopqrstuvwxyz0123456789", "ghp_***"],
  ["AKIAABCDEFGHIJKLMNOP", "AKIA***"],
  ["AIzaSyA-abcdefghijklmnopqrstuvwxyz01234", "AIza***"],
  ["xoxb-123456789012-abc", "xoxb-***"],
  ["eyJhbGciOiJI.eyJzdWIiOiIx.c2lnbmF0dXJl", "eyJ***"],
  ["postgres://app:s3cret@db:5432/x", "postgres://app:***@db:5432/x"],
  ["password=correcthorse", "password=***"],
])("%s is masked", (text, masked) => {
  expect(maskSecrets(text)).toBe(masked);
});

test.each([
  "sk-short",
  "ask-me-anything-else",
  "max_tokens: 123456789",
  "Bearer of news",
  "the api key is gone",
  "/a/b:c@d",
])("%s is not a secret", (text) => {
  expect(maskSecrets(text)).toBe(text);
});

test("a private key is masked whole", () => {
  const key = `-----BEGIN RSA PRIVATE KEY-----\nMIIEow\nabc/+=\n-----END RSA PRIVATE KEY-----`;
  expect(maskSecrets(key)).not.toContain("MIIEow");
});

test("masking twice is masking once", () => {
  const part = fc.constantFrom(
    "sk-",
    "abcdefghij0123",
    "Bearer ",
    "api_key",
    "=",
    ":",
    '"',
    "\\",
    " ",
    "eyJ",
    ".",
    "://",
    "@",
  );
  fc.assert(
    fc.property(fc.array(part, { maxLength: 30 }), (parts) => {
      const once = maskSecrets(parts.join(""));
      expect(maskSecrets(once)).toBe(once);
    }),
  );
});

test("hostile text is masked in linear time", () => {
  const texts = ["sk-", "-----BEGIN PRIVATE KEY-----", "a://b:", "api_key:", "eyJaaaaaa.", "Bearer "];
  for (const text of texts) expect(maskSecrets(text.repeat(200_000)).length).toBeGreaterThan(0);
});

test("in JSON, keys and values are masked, and everything under a key for secrets", () => {
  const value = { "sk-abcdefghij1234": [{ api_key: "x" }, "Bearer abcdefghijkl"], authorization: "anything", n: 1 };
  expect(sanitizer.json(value)).toEqual({
    "sk-***": [{ api_key: "***" }, "Bearer ***"],
    authorization: "***",
    n: 1,
  });
});

test("text is cut only when asked to, never inside a character, and says that it was", () => {
  expect(sanitizer.text("x".repeat(100_000))).toHaveLength(100_000);
  const cutting = new Sanitizer({ maxChars: 4 });
  expect(cutting.text("abcd")).toBe("abcd");
  expect(cutting.text("abcdef")).toBe("abcd…[cut]");
  expect(cutting.text("abc😀d")).toBe("abc…[cut]");
  expect(cutting.json({ long: "abcdef" })).toEqual({ long: "abcd…[cut]" });
});

test("cutting again changes nothing", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), fc.integer({ min: 1, max: 12 }), (text, maxChars) => {
      const cutting = new Sanitizer({ maxChars });
      expect(cutting.text(cutting.text(text))).toBe(cutting.text(text));
    }),
  );
});

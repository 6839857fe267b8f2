import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { Prompt } from "./prompt.ts";

const greeting = { name: "greeting", version: "2", text: "Greet {{ $ctx.who }}." };

test("3.1 an id that is given is the prompt's id", () => {
  expect(new Prompt({ ...greeting, id: "p-1" }).resolveId()).toBe("p-1");
});

test("3.2 without an id, the SHA-256 of the text in UTF-8 is", () => {
  const text = "挨拶して 😀";
  const hash = createHash("sha256").update(new TextEncoder().encode(text)).digest("hex");
  expect(new Prompt({ ...greeting, text }).resolveId()).toBe(hash);
  expect(new Prompt({ ...greeting, text, id: "" }).resolveId()).toBe(hash);
});

test("a text that is not well-formed still has a stable id", () => {
  const broken = new Prompt({ ...greeting, text: "half \ud800" });
  expect(broken.resolveId()).toMatch(/^[0-9a-f]{64}$/);
  expect(broken.resolveId()).toBe(new Prompt({ ...greeting, text: "half \ud800" }).resolveId());
});

test("7.2 an empty text is E2", () => {
  for (const text of ["", "  \n"]) {
    expect(() => new Prompt({ ...greeting, text })).toThrow(
      expect.objectContaining({ code: "E2", message: "[kantan-agents][E2] Prompt.text must not be empty" }),
    );
  }
});

test("7.3 an empty name or version is E3, before the text is looked at", () => {
  const message = "[kantan-agents][E3] Prompt.name and Prompt.version must not be empty";
  for (const wrong of [{ name: "" }, { version: " " }, { name: "", text: "" }]) {
    expect(() => new Prompt({ ...greeting, ...wrong })).toThrow(expect.objectContaining({ code: "E3", message }));
  }
});

test("a prompt does not change once it is made", () => {
  const meta = { team: "docs" };
  const prompt = new Prompt({ ...greeting, meta });
  meta.team = "other";
  expect(prompt.meta).toEqual({ team: "docs" });
  expect(() => Object.assign(prompt, { text: "else" })).toThrow(TypeError);
});

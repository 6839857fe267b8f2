/** Finds things by names that need not be spelt exactly. */
import { looseName } from "./slug.ts";

/** The exact name, or else one that differs from it in case and separators alone. */
export function findLoosely<T extends { readonly name: string }>(things: readonly T[], name: string): T | undefined {
  return things.find((each) => each.name === name) ?? things.find((each) => looseName(each.name) === looseName(name));
}

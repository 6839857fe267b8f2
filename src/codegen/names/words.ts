/** Names of a design as names of files and of code. Pure: the same name always comes out the same. */
import { slugOf } from "../../design/names/slug.ts";
import { shortHash } from "../../json/short-hash.ts";

function wordsOf(name: string): string[] {
  return slugOf(name)
    .split("_")
    .filter((word) => word !== "");
}

/** Only a-z, 0-9 and single underscores, so that it can be a file on every system. A name without any is its hash. */
export function slug(name: string): string {
  const joined = wordsOf(name).join("_");
  return joined === "" || WINDOWS_DEVICES.test(joined) ? `x${shortHash(name)}` : joined;
}

export function camelCase(name: string): string {
  const pascal = pascalCase(name);
  return pascal.charAt(0).toLowerCase() + pascal.slice(1);
}

export function pascalCase(name: string): string {
  const joined = wordsOf(name)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join("");
  if (joined === "") return `X${shortHash(name)}`;
  return /^\d/.test(joined) ? `N${joined}` : joined;
}

export function constantCase(name: string): string {
  return wordsOf(name).join("_").toUpperCase();
}

const WINDOWS_DEVICES = /^(?:con|prn|aux|nul|com\d|lpt\d)$/;

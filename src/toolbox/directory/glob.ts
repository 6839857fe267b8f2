/**
 * Globs from a model, matched in linear time. A glob turned into an ordinary regular expression can take forever on a
 * long name (`*a*a*a*a*b`), so it becomes an RE2 pattern. Syntax: `*`, `?`, `[abc]`, `[!a-z]`, `{a,b}` within a
 * name, `**` across directories; names that begin with a dot are names like any other. A glob without a slash is
 * matched against the last name of a path, at any depth; a slash in front only anchors, one at the end means all below.
 */
import { RE2JS } from "re2js";
import { messageOf } from "../../errors/kigumi-error.ts";
import { ToolboxError } from "../toolbox-error.ts";

export type PathFilter = (path: string) => boolean;

/** Whether any of the globs matches a path, which is relative and has forward slashes. */
export function compileGlobs(globs: readonly string[]): PathFilter {
  const filters = globs.map(compileGlob);
  return (path) => filters.some((matches) => matches(path));
}

function compileGlob(glob: string): PathFilter {
  const pattern = compile(glob);
  if (glob.includes("/")) return (path) => pattern.testExact(path);
  return (path) => pattern.testExact(path.slice(path.lastIndexOf("/") + 1));
}

function compile(glob: string): RE2JS {
  try {
    return RE2JS.compile(`(?s)${toPattern(glob)}`);
  } catch (cause) {
    throw new ToolboxError("INVALID_ARGUMENT", `the glob ${JSON.stringify(glob)} is not valid: ${messageOf(cause)}`, {
      cause,
    });
  }
}

/** One alternative per piece of glob syntax, tried in this order; what is none of them stands for itself. */
const GLOB_PIECE =
  /(?<anyDirectories>(?<![^/])\*\*\/)|(?<below>(?:^|\/)\*\*$)|(?<star>\*+)|(?<one>\?)|\[(?<not>[!^]?)(?<set>\]?[^\]]*)\]|\\(?<escaped>.)|(?<brace>[{},])|(?<literal>.)/gsu;

function toPattern(glob: string): string {
  let depth = 0;
  // A leading "./" or "/" says where the glob starts, which is where every glob starts.
  const path = glob.replace(/^(?:\.?\/)+/, "").replace(/(^|\/)$/, "$1**");
  return path.replace(GLOB_PIECE, (...match) => {
    const piece = match.at(-1) as Record<string, string | undefined>;
    if (piece.anyDirectories !== undefined) return "(?:[^/]+/)*";
    if (piece.below !== undefined) return piece.below.startsWith("/") ? "(?:/.*)?" : ".*";
    if (piece.star !== undefined) return "[^/]*";
    if (piece.one !== undefined) return "[^/]";
    if (piece.set !== undefined) return `[${piece.not ? "^/" : ""}${piece.set.replace(/[\\[\]^&]/g, "\\$&")}]`;
    if (piece.brace === "{") {
      depth += 1;
      return "(?:";
    }
    if (piece.brace !== undefined && depth > 0) {
      if (piece.brace === ",") return "|";
      depth -= 1;
      return ")";
    }
    return RE2JS.quote(piece.escaped ?? piece.brace ?? piece.literal ?? "");
  });
}

/** Lists a directory as a tree, level by level, so that a limit cuts what is deepest and not what comes last. */
import { defineTool } from "../../tool/define-tool.ts";
import { jsonSchema } from "../../tool/schema/tool-schema.ts";
import { compileGlobs } from "../directory/glob.ts";
import { globListSchema } from "../directory/glob-list.ts";
import { ENTRY_KINDS } from "../directory/read-directory.ts";
import { requireDirectory } from "../directory/require-directory.ts";
import { locate } from "../workspace-location.ts";
import { growTree, type TreeListing } from "./grow-tree.ts";

export interface TreeInput {
  path: string;
  entry_kind?: "directory" | "all";
  max_depth?: number;
  max_entries?: number;
  include_hidden?: boolean;
  exclude?: string[];
}

const DEFAULTS: Required<Omit<TreeInput, "path">> = {
  entry_kind: "all",
  max_depth: 3,
  max_entries: 100,
  include_hidden: false,
  exclude: [],
};

export const treeTool = defineTool({
  name: "tree",
  title: "Tree",
  description:
    "List a directory of the workspace as a tree. Generated and version-control directories (.git, node_modules, dist, build, target …) are never listed; symbolic links are listed and not followed. A directory marked truncated has entries that are not shown.",
  input: jsonSchema<TreeInput>({
    type: "object",
    properties: {
      path: {
        type: "string",
        minLength: 1,
        description: 'Directory, relative to the workspace root; "." is the root.',
      },
      entry_kind: {
        type: "string",
        enum: ["directory", "all"],
        default: DEFAULTS.entry_kind,
        description: "List directories only, or everything.",
      },
      max_depth: {
        type: "integer",
        minimum: 0,
        maximum: 12,
        default: DEFAULTS.max_depth,
        description: "Levels below the directory; 0 lists only itself.",
      },
      max_entries: {
        type: "integer",
        minimum: 1,
        maximum: 1000,
        default: DEFAULTS.max_entries,
        description: "Most entries, the directory itself included.",
      },
      include_hidden: {
        type: "boolean",
        default: DEFAULTS.include_hidden,
        description: "List names that begin with a dot.",
      },
      exclude: globListSchema("What not to list."),
    },
    required: ["path"],
    additionalProperties: false,
  }),
  output: jsonSchema<TreeListing>({
    type: "object",
    properties: {
      root: { $ref: "#/$defs/node" },
      limit_reached: { type: "boolean" },
      counts: {
        type: "object",
        properties: {
          directories: { type: "integer" },
          files: { type: "integer" },
          symlinks: { type: "integer" },
          total: { type: "integer" },
        },
        required: ["directories", "files", "symlinks", "total"],
        additionalProperties: false,
      },
    },
    required: ["root", "limit_reached", "counts"],
    additionalProperties: false,
    $defs: {
      node: {
        type: "object",
        properties: {
          kind: { type: "string", enum: ENTRY_KINDS },
          name: { type: "string" },
          path: { type: "string" },
          depth: { type: "integer" },
          truncated: { const: true },
          children: { type: "array", items: { $ref: "#/$defs/node" } },
        },
        required: ["kind", "name", "path", "depth"],
        additionalProperties: false,
      },
    },
  }),
  tags: ["workspace", "read"],
  effect: "read",
  workspace: { access: "read", paths: ["path"] },
  async execute(input, ctx): Promise<TreeListing> {
    const { path, entry_kind, max_depth, max_entries, include_hidden, exclude } = { ...DEFAULTS, ...input };
    const location = await locate(ctx, path, "read");
    await requireDirectory(location);
    return growTree(location, {
      directoriesOnly: entry_kind === "directory",
      maxDepth: max_depth,
      maxEntries: max_entries,
      includeHidden: include_hidden,
      isExcluded: compileGlobs(exclude),
      signal: ctx.signal,
    });
  },
});

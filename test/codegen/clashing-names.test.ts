/** Names that differ in a design and would be one in generated code: they are kept apart, and the code compiles. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { generate } from "../../src/codegen/index.ts";
import * as d from "../../src/design/index.ts";
import { GeneratedFolder } from "./generated-folder.ts";

const tool = (name: string) =>
  d.Tool(name, "A tool", () => {
    d.Args(() => d.Attribute("query", String));
    d.Return(String);
  });

const method = (name: string) =>
  d.Method(name, () => {
    d.Payload(() => d.Attribute("query", String));
    d.Result(String);
  });

const boundTo = (service: string) =>
  d.Tool(`ask_${service}`, "A bound tool", () => {
    d.Args(() => d.Attribute("query", String));
    d.Return(String);
    d.BindTo(service, "find");
  });

const designs: Record<string, object> = {
  "services whose interfaces would have one name": {
    desk: d.Service("desk", () => method("find")),
    deskService: d.Service("desk_service", () => {
      method("find");
      d.Agent("chat", "Asks both", () => d.Use("both", () => ["desk", "desk_service"].map(boundTo)));
    }),
  },
  "services whose names differ in a separator before a digit": {
    one: d.Service("a1b", () => method("find")),
    other: d.Service("a_1b", () => {
      method("find");
      d.Agent("chat", "Asks both", () => d.Use("both", () => ["a1b", "a_1b"].map(boundTo)));
    }),
  },
  "tools and a toolset named as what their module imports": {
    desk: d.Service("desk", () => d.Agent("chat", "Uses them", () => d.Use("executed", () => tool("declare")))),
  },
  "types named as what is made for other types": {
    Create: d.Type("Create", () => d.Attribute("name", String)),
    Search: d.Type("Search", () => d.Attribute("limit", d.Int, () => d.Default(5))),
    SearchInput: d.Type("SearchInput", () => d.Attribute("device", String)),
  },
  "server data of two tools": {
    desk: d.Service("desk", () =>
      d.Agent("chat", "Uses them", () =>
        d.Use("charts", () => {
          d.Tool("a", "One", () => d.ServerData("b_x", String));
          d.Tool("a_b", "Another", () => d.ServerData("x", d.Int));
        }),
      ),
    ),
  },
};

const folders = Object.values(designs).map(
  (design, index) => [`design${index}`, generate(d.evaluate(design))] as const,
);
let folder: GeneratedFolder;
beforeAll(() => {
  const files = folders.flatMap(([name, all]) => [...all].map(([path, text]) => [`${name}/${path}`, text] as const));
  folder = new GeneratedFolder(files);
});
afterAll(() => folder[Symbol.dispose]());

test("each of them compiles", () => {
  expect(folder.compile()).toBe("");
});

test("a type that is named as the sent form of another keeps its own name and its own fields", () => {
  const types = folders[3]?.[1].get("types.ts") ?? "";
  expect(types).toMatch(/export interface SearchInput \{\s+readonly device\?: string;\s+\}/);
  expect(types.match(/interface SearchInput /g)).toHaveLength(1);
});

/** As a model may be that no evaluation has looked at: it is data, and may come from a file. */
function exportingBoth(): d.DesignModel {
  const [one, other] = ["a.b", "a-c"].map((name) => d.Toolset(name, () => tool("search")));
  const corp = d.Registry("corp", () => d.URL("https://corp.example"));
  const both = () => {
    for (const each of [one, other]) d.Export(each as d.ToolsetDeclaration, () => d.PublishTo(corp));
  };
  const desk = d.Service("desk", () => {
    both();
    d.Agent("first", "Owns one", () => d.Export(one as d.ToolsetDeclaration));
    d.Agent("second", "Exports both", both);
  });
  return JSON.parse(JSON.stringify(d.evaluate({ one, other, corp, desk })).replaceAll("a-c", "a-b"));
}

test("toolsets of different owners that one service or agent exports have a folder each", () => {
  const paths = [...generate(exportingBoth()).keys()].filter((path) => /(?:publish|agenttools)\.ts$/.test(path));
  const folderOf = (path: string) => path.replace(/_[0-9a-f]{8}/, "_*");
  expect(paths.map(folderOf)).toEqual([
    "desk/agents/first/agenttools/a_b/agenttools.ts",
    ...["agenttools", "publish", "agenttools", "publish"].map(
      (name) => `desk/agents/second/agenttools/a_b_*/${name}.ts`,
    ),
    ...["publish", "publish"].map((name) => `desk/exports/a_b_*/${name}.ts`),
  ]);
  expect(new Set(paths).size).toBe(paths.length);
});

test("an MCP server has a folder of its own beside a service that is named as that folder", () => {
  const files = generate(
    d.evaluate({
      desk: d.Service("desk", () => {
        d.MCPServer("desk", "1.0.0");
        method("find");
      }),
      other: d.Service("mcp_desk", () => method("find")),
    }),
  );
  const folders = new Set([...files.keys()].map((path) => path.split("/")[0]));
  expect([...folders]).toEqual(["desk", "mcp_desk", expect.stringMatching(/^mcp_desk_[0-9a-f]{8}$/)]);
  expect(files.has("mcp_desk/service.ts")).toBe(false);
});

test("what an agent chose from a toolset is registered under a name that no toolset can have", () => {
  const docs = d.Toolset("docs", () => ["a", "b"].map(tool));
  const desk = d.Service("desk", () => {
    d.Agent("chat", "Chooses", () => d.Use(docs, () => d.Tool("a")));
    d.Agent("front", "Uses another", () => d.Use("chat.docs", () => tool("c")));
  });
  const files = generate(d.evaluate({ docs, desk }));
  expect(files.get("desk/agents/chat/registry.ts")).toContain('toolsets: ["desk.chat/docs"]');
  expect(files.get("desk/agents/front/registry.ts")).toContain('toolsets: ["desk.chat.docs"]');
});

test("a method keeps a name that only a variable could not have", () => {
  const files = generate(d.evaluate({ desk: d.Service("default", () => method("delete")) }));
  expect(files.get("default/service.ts")).toContain("  delete(payload: DeletePayload");
});

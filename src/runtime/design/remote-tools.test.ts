import { expect, test } from "vitest";
import {
  Agent,
  AgentToolset,
  Args,
  Attribute,
  Export,
  FromRegistry,
  MCPToolset,
  Registry,
  URL as RegistryURL,
  Service,
  Tags,
  Tool,
  Toolset,
  Use,
  Version,
} from "../../design/index.ts";
import { createRuntime } from "../runtime.ts";
import { caller, designed, user } from "../testing/designed-runtime.ts";

test("tools of MCP servers and registries are called through what the application passes", async () => {
  const corp = Registry("corp", () => {
    RegistryURL("https://registry.example.com");
  });
  const web = MCPToolset("remote", "search", () => {
    Tool("web_search", "Search the web", () => {
      Args(() => {
        Attribute("query", String);
      });
    });
  });
  const data = Toolset("my-data", FromRegistry(corp, "data-tools"), () => {
    Version("1.2.3");
    Tags("etl");
  });
  const desk = Service("desk", () => {
    Agent("chat", () => {
      Use(web);
      Use(data);
      Use(MCPToolset("other", "files"), () => {
        Tool("read");
      });
    });
  });
  const calls: unknown[] = [];
  const tool = (name: string) => ({ name, inputSchema: { type: "object" } as const });
  const answer = (text: string) => async (call: object) => {
    calls.push(call);
    return { text };
  };
  const options = (version: string) =>
    designed(
      { desk },
      {
        planners: {
          "desk.chat": caller(
            { name: "search.web_search", args: { query: "x" } },
            { name: "my-data.load", args: { any: 1 } },
            { name: "files.read", args: {} },
          ),
        },
        mcpCallers: {
          search: { callTool: async () => ({ structured: { hits: 1 } }) },
          files: { callTool: answer("read"), listTools: async () => [tool("read"), tool("write")] },
        },
        registries: {
          corp: { callTool: answer("loaded"), getToolset: async (name) => ({ name, version, tools: [tool("load")] }) },
        },
      },
    );
  await using runtime = await createRuntime(options("1.2.3"));
  const { toolEvents } = await runtime.client("desk.chat").oneShot({ messages: user });
  expect(
    toolEvents.map(({ outcome }) => (outcome.type === "success" ? outcome.content : outcome.failure.error)),
  ).toEqual(['{"hits":1}', "loaded", "read"]);
  expect(calls).toEqual([
    expect.objectContaining({ toolset: "data-tools", tool: "load", version: "1.2.3", arguments: { any: 1 } }),
    expect.objectContaining({ toolset: "files", tool: "read" }),
  ]);
  await expect(createRuntime(options("1.3.0"))).rejects.toMatchObject({ code: "registry_version_mismatch" });
});

test("tools that only a server knows can be answered by the agent that exports them", async () => {
  const files = MCPToolset("other", "files");
  const desk = Service("desk", () => {
    Agent("clerk", () => Export(files));
    Agent("front", () => Use(AgentToolset("desk", "clerk", "files")));
  });
  const clerk = caller();
  await using runtime = await createRuntime(
    designed(
      { desk },
      {
        planners: { "desk.front": caller({ id: "c", name: "files.read", args: { path: "a" } }), "desk.clerk": clerk },
        mcpCallers: {
          files: {
            callTool: async () => ({ text: "not asked" }),
            listTools: async () => [{ name: "read", inputSchema: { type: "object" } }],
          },
        },
      },
    ),
  );
  expect(await runtime.client("desk.front").oneShot({ messages: user })).toMatchObject({ message: "done" });
  expect(clerk.inputs[0]?.messages).toEqual([{ role: "user", content: "a" }]);
});

import { expect, test } from "vitest";
import {
  Agent,
  AgentToolset,
  Args,
  ArrayOf,
  Attribute,
  BindTo,
  Compress,
  Default,
  Export,
  FromRegistry,
  History,
  Int,
  MCPToolset,
  Method,
  Registry,
  URL as RegistryURL,
  Required,
  Result,
  Return,
  RunPolicy,
  Service,
  Tool,
  Toolset,
  Use,
} from "../../design/index.ts";
import { scriptedModel } from "../../model/index.ts";
import { createRuntime } from "../runtime.ts";
import { designed, gapsOf, silent } from "../testing/designed-runtime.ts";
import { implement } from "./implement.ts";

const docs = Toolset("docs", () => {
  Tool("search", "Search", () => {
    Args(() => {
      Attribute("query", String);
      Attribute("limit", Int, () => {
        Default(5);
      });
      Required("query");
    });
    Return(() => {
      Attribute("documents", ArrayOf(String));
      Required("documents");
    });
  });
  Tool("publish", "Publish");
});

test("everything that is missing is named at once, and everything that is misspelled", async () => {
  const corp = Registry("corp", () => {
    RegistryURL("https://registry.example.com");
  });
  const desk = Service("desk", () => {
    Method("list_devices", () => {
      Result(ArrayOf(String));
    });
    Agent("chat", () => {
      Use(docs);
      Use(MCPToolset("remote", "search", () => Tool("web", "Search the web")));
      Use(MCPToolset("other", "files"));
      Use(Toolset("data", FromRegistry(corp, "data-tools")));
      Use("devices", () => {
        Tool("list", "List devices", () => BindTo("ListDevices"));
      });
      RunPolicy(() => {
        History(() => Compress(30, 10));
      });
    });
    Agent("helper", () => {});
  });
  const gaps = await gapsOf(
    designed(
      { desk },
      {
        planners: { "desk.helpre": silent },
        executors: { "docs.publish": () => undefined, "docs.serach": () => undefined },
        services: [implement("desk", { listDevice: () => [] }), implement("dsek", {})],
        mcpCallers: { files: { callTool: async () => ({}) } },
      },
    ),
  );
  expect(gaps.map(({ option, id }) => `${option} ${id}`)).toEqual([
    "planners desk.chat",
    "historyModels desk.chat",
    "planners desk.helper",
    "mcpCallers search",
    "mcpCallers files",
    "registries corp",
    "planners desk.helpre",
    "executors docs.serach",
    "services desk.listDevice",
    "services dsek",
    "executors docs.search",
    "services desk.list_devices",
  ]);
  const messages = gaps.map(({ message }) => message).join("\n");
  expect(messages).toContain('did you mean "desk.helper"?');
  expect(messages).toContain('did you mean "docs.search"?');
  expect(messages).toContain('did you mean "desk.list_devices"?');
  expect(messages).toContain('give mcpCallers["files"] a listTools(toolset)');
});

test("a compressed history asks for a model that exists", async () => {
  const desk = Service("desk", () => {
    Agent("chat", () => {
      RunPolicy(() => {
        History(() => Compress(3, 1));
      });
    });
  });
  const planners = { "desk.chat": silent };
  const historyModels = { "desk.chat": "small" };
  const [gap] = await gapsOf(designed({ desk }, { planners, historyModels }));
  expect(gap?.message).toContain('by the model "small"; pass it in models');
  await using runtime = await createRuntime({
    ...designed({ desk }, { planners, historyModels }),
    models: { small: scriptedModel([]) },
  });
  expect(runtime.client("desk.chat")).toBeDefined();
});

test("an executor that no call would ever reach is told", async () => {
  const desk = Service("desk", () => {
    Agent("planner", () => Export("plans", () => Tool("make", "Make a plan")));
    Agent("front", () => {
      Use(AgentToolset("desk", "planner", "plans"));
      Use(MCPToolset("remote", "search", () => Tool("web", "Search the web")));
    });
  });
  const gaps = await gapsOf(
    designed(
      { desk },
      {
        planners: { "desk.planner": silent, "desk.front": silent },
        executors: { "plans.make": () => null, "search.web": () => null },
        mcpCallers: { search: { callTool: async () => ({}) } },
      },
    ),
  );
  expect(gaps.map(({ message }) => message)).toEqual([
    'executors has "plans.make", but calls of it go to the agent "desk.planner"',
    'executors has "search.web", but calls of it go to its MCP server',
  ]);
});

import { expect, test } from "vitest";
import {
  Agent,
  AgentToolset,
  Args,
  ArrayOf,
  Attribute,
  Default,
  DefaultCaps,
  Description,
  DesignError,
  describeProblem,
  Export,
  evaluate,
  Int,
  MaxConsecutiveFailedToolCalls,
  MaxToolCalls,
  MCPToolset,
  Method,
  Required,
  Return,
  RunPolicy,
  Service,
  Tags,
  TimeBudget,
  Tool,
  Toolset,
  Type,
  Use,
} from "./index.ts";
import { problemsOf } from "./testing/problems-of.ts";

const DocsToolset = Toolset("docs.search", () => {
  Tool("search", "Search indexed documentation", () => {
    Args(() => {
      Attribute("query", String, "Search phrase");
      Attribute("limit", Int, "Max results", () => {
        Default(5);
      });
      Required("query");
    });
    Return(() => {
      Attribute("documents", ArrayOf(String), "Matched snippets");
      Required("documents");
    });
    Tags("docs", "search");
  });
});

const AssistantSuite = MCPToolset("assistant", "assistant-mcp");

const orchestrator = Service("orchestrator", () => {
  Description("Human front door for the knowledge agent.");

  Agent("chat", "Conversational runner", () => {
    Use(DocsToolset);
    Use(AssistantSuite);
    Export("chat.tools", () => {
      Tool("summarize_status", "Produce operator-ready summaries", () => {
        Args(() => {
          Attribute("prompt", String, "User instructions");
          Required("prompt");
        });
        Return(() => {
          Attribute("summary", String, "Assistant response");
          Required("summary");
        });
        Tags("chat");
      });
    });
    RunPolicy(() => {
      DefaultCaps(MaxToolCalls(8), MaxConsecutiveFailedToolCalls(3));
      TimeBudget("2m");
    });
  });
});

test("the quick start becomes a model, reaching what it does not export", () => {
  const { warnings, ...model } = evaluate({ orchestrator });
  expect(warnings.map(({ code }) => code)).toEqual(["discovered_toolset"]);
  expect(model).toMatchInlineSnapshot(`
    {
      "agents": [
        {
          "description": "Conversational runner",
          "exports": [
            {
              "publishTo": [],
              "tags": [],
              "toolset": "chat.tools",
            },
          ],
          "id": "orchestrator.chat",
          "name": "chat",
          "runPolicy": {
            "interruptsAllowed": false,
            "maxConsecutiveFailedToolCalls": 3,
            "maxToolCalls": 8,
            "timing": {
              "budget": "2m",
            },
          },
          "service": "orchestrator",
          "uses": [
            {
              "toolset": "docs.search",
            },
            {
              "toolset": "assistant-mcp",
            },
          ],
        },
      ],
      "completions": [],
      "registries": [],
      "securitySchemes": [],
      "services": [
        {
          "description": "Human front door for the knowledge agent.",
          "exports": [],
          "methods": [],
          "name": "orchestrator",
          "security": [],
        },
      ],
      "toolsets": [
        {
          "name": "docs.search",
          "owner": {
            "service": "orchestrator",
            "type": "service",
          },
          "provider": {
            "type": "local",
          },
          "routingId": "orchestrator.docs.search",
          "tags": [],
          "tools": [
            {
              "description": "Search indexed documentation",
              "effect": "once",
              "id": "docs.search.search",
              "name": "search",
              "payload": {
                "name": "SearchPayload",
                "schema": {
                  "additionalProperties": false,
                  "properties": {
                    "limit": {
                      "default": 5,
                      "description": "Max results",
                      "format": "int64",
                      "type": "integer",
                    },
                    "query": {
                      "description": "Search phrase",
                      "type": "string",
                    },
                  },
                  "required": [
                    "query",
                  ],
                  "type": "object",
                },
              },
              "result": {
                "name": "SearchResult",
                "schema": {
                  "additionalProperties": false,
                  "properties": {
                    "documents": {
                      "description": "Matched snippets",
                      "items": {
                        "type": "string",
                      },
                      "type": "array",
                    },
                  },
                  "required": [
                    "documents",
                  ],
                  "type": "object",
                },
              },
              "tags": [
                "docs",
                "search",
              ],
              "title": "Search",
            },
          ],
        },
        {
          "name": "assistant-mcp",
          "owner": {
            "service": "orchestrator",
            "type": "service",
          },
          "provider": {
            "schemas": "discovered",
            "service": "assistant",
            "toolset": "assistant-mcp",
            "type": "mcp",
          },
          "routingId": "assistant-mcp",
          "tags": [],
          "tools": [],
        },
        {
          "name": "chat.tools",
          "owner": {
            "agent": "chat",
            "service": "orchestrator",
            "type": "agent",
          },
          "provider": {
            "agent": "orchestrator.chat",
            "type": "agent",
          },
          "routingId": "chat.tools",
          "tags": [],
          "tools": [
            {
              "description": "Produce operator-ready summaries",
              "effect": "once",
              "id": "chat.tools.summarize_status",
              "name": "summarize_status",
              "payload": {
                "name": "SummarizeStatusPayload",
                "schema": {
                  "additionalProperties": false,
                  "properties": {
                    "prompt": {
                      "description": "User instructions",
                      "type": "string",
                    },
                  },
                  "required": [
                    "prompt",
                  ],
                  "type": "object",
                },
              },
              "result": {
                "name": "SummarizeStatusResult",
                "schema": {
                  "additionalProperties": false,
                  "properties": {
                    "summary": {
                      "description": "Assistant response",
                      "type": "string",
                    },
                  },
                  "required": [
                    "summary",
                  ],
                  "type": "object",
                },
              },
              "tags": [
                "chat",
              ],
              "title": "Summarize Status",
            },
          ],
        },
      ],
      "types": {},
      "version": 1,
    }
  `);
});

test("a model survives JSON and cannot be changed", () => {
  const model = evaluate({ orchestrator });
  expect(JSON.parse(JSON.stringify(model))).toEqual(model);
  expect(() => Object.assign(model.agents[0] ?? {}, { name: "x" })).toThrow(TypeError);
  expect(Object.isFrozen(model.toolsets[0]?.tools[0]?.payload.schema.properties)).toBe(true);
});

test("a design can be evaluated as often as wanted, and says the same each time", () => {
  expect(evaluate({ orchestrator })).toEqual(evaluate({ orchestrator }));
});

test("two designs in one process know nothing of each other", () => {
  const other = Service("other", () => Agent("chat", () => Use(DocsToolset)));
  expect(evaluate({ other }).services.map(({ name }) => name)).toEqual(["other"]);
  expect(evaluate({ orchestrator }).toolsets[0]?.routingId).toBe("orchestrator.docs.search");
  expect(evaluate({ other }).toolsets[0]?.routingId).toBe("other.docs.search");
});

test("a design can be evaluated inside of a block of another", () => {
  let inner: unknown;
  const outer = Service("outer", () => {
    Method("before");
    inner = evaluate({ orchestrator }).services[0]?.name;
    Method("after");
  });
  expect(evaluate({ outer }).services[0]?.methods.map(({ name }) => name)).toEqual(["before", "after"]);
  expect(inner).toBe("orchestrator");
});

test("exports may be lists, and whatever is not of the design is passed over", () => {
  const toolsets = ["a", "b"].map((name) => Toolset(name, () => Tool("run", "Run")));
  const desk = Service("desk", () => Agent("chat", () => toolsets.forEach((toolset) => void Use(toolset))));
  const model = evaluate({ toolsets, desk, helper: () => 1, version: "1", nothing: null });
  expect(model.toolsets.map(({ name }) => name)).toEqual(["a", "b"]);
  expect(model.warnings).toEqual([]);
});

test("declarations are in the order of the source, whatever the names of the exports", () => {
  const second = { z: Service("first"), a: Service("second") };
  expect(evaluate(second).services.map(({ name }) => name)).toEqual(["first", "second"]);
});

test("references lead forward as well as back", () => {
  const model = evaluate({
    desk: Service("desk", () => {
      Agent("front", () => Use(AgentToolset("desk", "planner", "planning.tools")));
      Agent("planner", () => {
        Export("planning.tools", () => Tool("create_plan", "Create a plan"));
      });
    }),
  });
  expect(model.agents[0]?.uses).toEqual([{ toolset: "planning.tools", agent: "desk.planner" }]);
});

test("all problems are told at once, in the order of the source, with their places", () => {
  const design = () => ({
    desk: Service("desk", () => {
      Agent("chat", () => {
        Use("docs", () => {
          Tool("search", "Search", () => {
            Args(() => {
              Required("query");
            });
          });
        });
        throw new Error("the rest is missing");
      });
      Agent("chat", () => Use("dcs"));
    }),
  });
  const problems = problemsOf(design);
  expect(problems.map(({ code, path }) => `${path}: ${code}`)).toEqual([
    "desk › chat › docs › search: unknown_field",
    "desk › chat: block_failed",
    "desk › chat: duplicate_name",
    "desk › chat › dcs: unknown_toolset",
  ]);
  expect(problems.every(({ file, line, column }) => file.endsWith("evaluate.test.ts") && line > 0 && column > 0)).toBe(
    true,
  );
});

test("an error reads like a compiler's: where, what, and what to do", () => {
  const desk = Service("desk", () => Agent("chat", () => Use("dcs")));
  const docs = Toolset("docs", () => Tool("search"));
  try {
    evaluate({ desk, docs });
    expect.unreachable();
  } catch (error) {
    expect(error).toBeInstanceOf(DesignError);
    const { message, code, problems } = error as DesignError;
    expect(code).toBe("invalid_design");
    expect(message).toMatch(/^the design has a problem:\n.*evaluate\.test\.ts:\d+:\d+ desk › chat › dcs: /);
    expect(message).toContain('the design has no toolset "dcs" (unknown_toolset)\n  Did you mean "docs"?');
    expect(problems.map(({ severity }) => severity).sort()).toEqual(["error", "warning"]);
  }
});

test("a problem without a position is described by what is known of it", () => {
  const [problem] = problemsOf(() => ({}));
  expect(problem && describeProblem(problem)).toMatch(/^the module exports nothing .* \(empty_design\)\n {2}Export/);
});

test("a call outside of every block says so at once, also after an evaluation", () => {
  evaluate({ Thing: Type("Thing", () => Attribute("name")) });
  expect(() => Tool("search")).toThrow(/Tool was called outside of every block/);
});

test("an asynchronous block never leaves an unhandled rejection behind", async () => {
  const late = Service("late", (async () => {
    await null;
    Method("lost");
  }) as () => void);
  expect(problemsOf(() => ({ late })).map(({ code }) => code)).toEqual(["async_block"]);
  await new Promise((resolve) => setTimeout(resolve, 0));
});

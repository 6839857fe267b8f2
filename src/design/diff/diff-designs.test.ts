import fc from "fast-check";
import { expect, test } from "vitest";
import type { JsonSchema } from "../../tool/schema/json-schema.ts";
import {
  Agent,
  AgentToolset,
  Any,
  Args,
  ArrayOf,
  Attribute,
  AudienceEvidence,
  BindTo,
  Bookkeeping,
  BoundedResult,
  Completion,
  Compress,
  Confirmation,
  Cursor,
  Default,
  DefaultCaps,
  DeniedResultTemplate,
  Effect,
  Enum,
  Export,
  evaluate,
  Float64,
  FromRegistry,
  History,
  Inject,
  Int,
  InterruptsAllowed,
  Maximum,
  MaxLength,
  MaxToolCalls,
  MCPServer,
  MCPTool,
  Method,
  Minimum,
  NextCursor,
  OneOf,
  Pattern,
  Payload,
  PromptTemplate,
  PublishTo,
  Registry,
  URL as RegistryURL,
  Required,
  Resource,
  Result,
  Return,
  RunPolicy,
  ServerData,
  Service,
  Tags,
  TerminalRun,
  Tool,
  Toolset,
  Type,
  Use,
  Version,
  WatchableResource,
} from "../index.ts";
import { Changes } from "./design-change.ts";
import { diffDesigns } from "./diff-designs.ts";
import { diffSchemas } from "./diff-schemas.ts";

type Block = () => void;

/** The model of one tool. */
function tool(block: Block) {
  return evaluate({
    desk: Service("desk", () => {
      Method("one", () => {});
      Method("two", () => {});
      Agent("chat", () => {
        Use("docs", () => Tool("search", "Search", block));
      });
    }),
  });
}

function agent(block: Block) {
  return evaluate({ desk: Service("desk", () => Agent("chat", block)) });
}

function service(block: Block) {
  return evaluate({ desk: Service("desk", block) });
}

/** `! code path: message`, with `!` for what breaks. */
function changes(before: ReturnType<typeof evaluate>, after: ReturnType<typeof evaluate>): string[] {
  return diffDesigns(before, after).map(
    ({ isBreaking, code, path, message }) => `${isBreaking ? "!" : "+"} ${code} ${path}: ${message}`,
  );
}

const nothing: Block = () => {};
const field =
  (type: Parameters<typeof Attribute>[1], block: Block = nothing) =>
  () =>
    Attribute("q", type as never, block);
const args = (block: Block) => () => Args(block);
const returns = (block: Block) => () => Return(block);
const required = (block: Block) => () => {
  block();
  Required("q");
};

test.each<[string, Block, Block, string[]]>([
  [
    "a new required argument",
    args(field(String)),
    args(required(field(String))),
    ["! field_required docs › search › args › q: is required, and was not"],
  ],
  [
    "an argument that is new and required",
    nothing,
    args(required(field(String))),
    ['! field_added docs › search › args › q: the required field "q" is new'],
  ],
  [
    "an argument that is new and optional",
    nothing,
    args(field(String)),
    ['+ field_added docs › search › args › q: the optional field "q" is new'],
  ],
  [
    "an argument that is gone",
    args(field(String)),
    nothing,
    ['! field_removed docs › search › args › q: the field "q" is gone'],
  ],
  [
    "an argument of another type",
    args(field(String)),
    args(field(Int)),
    [
      "! type_changed docs › search › args › q: was string, is integer",
      '! constraint_narrowed docs › search › args › q: format was none, is "int64"',
    ],
  ],
  [
    "an argument that took anything",
    args(field(Any)),
    args(field(String)),
    ["! type_changed docs › search › args › q: was of any type, is string"],
  ],
  [
    "a narrowed enum",
    args(field(String, () => Enum("a", "b"))),
    args(field(String, () => Enum("a"))),
    ['! values_removed docs › search › args › q: no longer takes "b"'],
  ],
  [
    "a widened enum",
    args(field(String, () => Enum("a"))),
    args(field(String, () => Enum("a", "b"))),
    ['+ values_added docs › search › args › q: now takes "b"'],
  ],
  [
    "a new enum",
    args(field(String)),
    args(field(String, () => Enum("a"))),
    ['! values_removed docs › search › args › q: takes only "a"'],
  ],
  [
    "a lower maximum",
    args(field(Float64, () => Maximum(9))),
    args(field(Float64, () => Maximum(5))),
    ["! constraint_narrowed docs › search › args › q: maximum was 9, is 5"],
  ],
  [
    "a lower minimum",
    args(field(Float64, () => Minimum(3))),
    args(field(Float64, () => Minimum(1))),
    ["+ constraint_widened docs › search › args › q: minimum was 3, is 1"],
  ],
  [
    "a length that is not limited any more",
    args(field(String, () => MaxLength(3))),
    args(field(String)),
    ["+ constraint_widened docs › search › args › q: maxLength was 3, is none"],
  ],
  [
    "another pattern",
    args(field(String, () => Pattern("^a"))),
    args(field(String, () => Pattern("^b"))),
    ['! constraint_narrowed docs › search › args › q: pattern was "^a", is "^b"'],
  ],
  [
    "another default",
    args(field(String, () => Default("a"))),
    args(field(String, () => Default("b"))),
    ['+ default_changed docs › search › args › q: the default was "a", is "b"'],
  ],
  [
    "an element that is narrower",
    args(field(ArrayOf(String))),
    args(field(ArrayOf(String, () => Enum("a")))),
    ['! values_removed docs › search › args › q › elements: takes only "a"'],
  ],
  [
    "another alternative",
    args(field(OneOf(String, Int))),
    args(field(OneOf(String, Boolean))),
    ["! type_changed docs › search › args › q: had 2 alternatives, has 2"],
  ],
  [
    "a result field that is gone",
    returns(field(String)),
    returns(() => Attribute("r", String)),
    [
      '! field_removed docs › search › result › q: the field "q" is gone',
      '+ field_added docs › search › result › r: the optional field "r" is new',
    ],
  ],
  [
    "a result field that may be absent",
    returns(required(field(String))),
    returns(field(String)),
    ["! field_optional docs › search › result › q: may be absent, and was required"],
  ],
  [
    "a result field that is always there",
    returns(field(String)),
    returns(required(field(String))),
    ["+ field_required docs › search › result › q: is required, and was not"],
  ],
  [
    "a result with more values",
    returns(field(String, () => Enum("a"))),
    returns(field(String, () => Enum("a", "b"))),
    ['! values_added docs › search › result › q: now takes "b"'],
  ],
  [
    "a result with fewer values",
    returns(field(String, () => Enum("a", "b"))),
    returns(field(String, () => Enum("a"))),
    ['+ values_removed docs › search › result › q: no longer takes "b"'],
  ],
  [
    "a result that is gone",
    returns(field(String)),
    nothing,
    ["! type_changed docs › search › result: there is nothing here any more"],
  ],
  [
    "another effect",
    nothing,
    () => Effect("read"),
    ['! effect_changed docs › search: the effect was "once", is "read"'],
  ],
  [
    "a tool that ends the run",
    nothing,
    () => TerminalRun(),
    ["! run_control_changed docs › search: a call now ends the run"],
  ],
  [
    "a tool that does not count",
    nothing,
    () => Bookkeeping(),
    ["! run_control_changed docs › search: calls no longer count against the cap on tool calls"],
  ],
  [
    "other tags",
    () => Tags("a"),
    () => Tags("b"),
    [
      '! tag_removed docs › search: the tag "a" is gone: what policies say of it no longer holds here',
      '+ tag_added docs › search: the tag "b" is new',
    ],
  ],
  [
    "another method",
    () => BindTo("one"),
    () => BindTo("two"),
    ["+ method_changed docs › search: desk.one did the work, desk.two does it"],
  ],
  [
    "server data that is gone",
    () => ServerData("k", String),
    nothing,
    ['! removed docs › search › server data › k: the server data "k" is gone'],
  ],
  [
    "server data for others",
    () => ServerData("k", String),
    () => ServerData("k", String, () => AudienceEvidence()),
    ['! server_data_changed docs › search › server data › k: the audience was "timeline", is "evidence"'],
  ],
])("%s", (_name, before, after, expected) => {
  expect(changes(tool(before), tool(after))).toEqual(expected);
});

test("an argument that is injected is no longer the model's to send", () => {
  const payload = () => {
    Args(() => {
      Attribute("session_id", String);
      Required("session_id");
    });
  };
  const injected = () => {
    payload();
    Inject("session_id");
  };
  expect(changes(tool(payload), tool(injected))).toEqual([
    '! field_removed docs › search › args › session_id: the field "session_id" is gone',
  ]);
});

test("a confirmation that comes or goes breaks; its words may change", () => {
  const confirmed = (prompt: string) => () => {
    Return(() => Attribute("summary", String));
    Confirmation(() => {
      PromptTemplate(prompt);
      DeniedResultTemplate('{"summary":"no"}');
    });
  };
  const free = () => Return(() => Attribute("summary", String));
  expect(changes(tool(free), tool(confirmed("Go?")))).toEqual([
    "! confirmation_added docs › search: a person has to approve each call, and had not",
  ]);
  expect(changes(tool(confirmed("Go?")), tool(free))).toEqual([
    "! confirmation_removed docs › search: nobody is asked before a call any more",
  ]);
  expect(changes(tool(confirmed("Go?")), tool(confirmed("Really?")))).toEqual([]);
});

test("cursors under other names break whoever turns pages", () => {
  const paged = (cursor: string) => () => {
    Args(() => {
      Attribute("after", String);
      Attribute("page", String);
    });
    Return(() => {
      Attribute("items", ArrayOf(String));
      Attribute("next", String);
    });
    BoundedResult(() => {
      Cursor(cursor);
      NextCursor("next");
    });
  };
  expect(changes(tool(paged("after")), tool(paged("page")))).toEqual([
    "! paging_changed docs › search: the cursors were after and next, are page and next",
  ]);
});

test("agents, their tools, exports and limits", () => {
  const corp = Registry("corp", () => RegistryURL("https://registry.example.com"));
  const tools = Toolset("tools", () => {
    Tool("a", "A");
    Tool("b", "B");
  });
  const before = agent(() => {
    Use(tools);
    Export("offers", () => {
      Tool("ask", "Ask");
      PublishTo(corp);
    });
    RunPolicy(() => {
      DefaultCaps(MaxToolCalls(8));
      InterruptsAllowed(true);
    });
  });
  const after = agent(() => {
    Use(tools, () => Tool("a"));
    Export("offers", () => Tool("tell", "Tell"));
    RunPolicy(() => {
      DefaultCaps(MaxToolCalls(4));
      History(() => Compress(30, 10));
    });
  });
  expect(changes(before, after)).toEqual([
    '! removed offers › ask: the tool "ask" is gone',
    '! use_removed desk.chat › tools.b: may no longer call "tools.b"',
    '! removed desk.chat › offers › offers.ask: "offers.ask" is no longer exported',
    '! removed desk.chat › offers: it is no longer published to the registry "corp"',
    "! interrupts_disallowed desk.chat › run policy: interruptsAllowed was true, is false",
    '! history_model_needed desk.chat › run policy: history was not set, is {"compress":{"triggerAt":30,"keepRecent":10}}, which needs a history model',
    '! removed corp: the registry "corp" is gone',
    '+ added offers › tell: the tool "tell" is new',
    "+ run_policy_changed desk.chat › run policy: maxToolCalls was 8, is 4",
  ]);
});

test("toolsets and agents that come and go, and toolsets that somebody else serves", () => {
  const corp = Registry("corp", () => RegistryURL("https://registry.example.com"));
  const pinned = (version: string) =>
    agent(() => Use(Toolset("data", FromRegistry(corp, "data-tools"), () => Version(version))));
  expect(changes(pinned("1.0.0"), pinned("2.0.0"))).toEqual([
    '! provider_changed data: its tools were executed by "data-tools" 1.0.0 of the registry "corp", now by "data-tools" 2.0.0 of the registry "corp"',
  ]);
  expect(changes(pinned("1.0.0"), agent(nothing))).toContain(
    '! use_removed desk.chat › data.*: may no longer call "data.*"',
  );
  const one = service(() => Agent("chat", () => Use("docs", () => Tool("search", "Search"))));
  const other = service(() => {
    Agent("planner", () => Export("plans", () => Tool("make", "Make")));
    Agent("front", () => Use(AgentToolset("desk", "planner", "plans")));
  });
  expect(changes(one, other)).toEqual([
    '! removed docs: the toolset "docs" is gone',
    '! removed desk.chat: the agent "desk.chat" is gone',
    '+ added plans: the toolset "plans" is new',
    '+ added desk.planner: the agent "desk.planner" is new',
    '+ added desk.front: the agent "desk.front" is new',
  ]);
});

test("methods, MCP servers and completions", () => {
  const before = service(() => {
    MCPServer("desk", "1.0.0");
    Method("add", () => {
      Payload(() => Attribute("a", Int));
      Result(Int);
      MCPTool("add", "Add");
    });
    Method("status", () => {
      Result(String);
      WatchableResource("status", "status://system", "text/plain");
    });
    Completion("summary", () => Return(() => Attribute("text", String)));
  });
  const after = service(() => {
    MCPServer("desk", "1.1.0");
    Method("add", () => {
      Payload(() => Attribute("b", Int));
      Result(Int);
    });
    Method("status", () => {
      Result(String);
      Resource("status", "status://all", "text/plain");
    });
    Completion("summary", () => Return(() => Attribute("words", String)));
  });
  expect(changes(before, after)).toEqual([
    '! field_removed desk › add › payload › a: the field "a" is gone',
    '! removed desk › mcp › add: the MCP tool "add" is gone',
    '! type_changed desk › mcp › status: the uri was "status://system", is "status://all"',
    "! removed desk › mcp › status: it can no longer be watched",
    '! field_removed desk.summary › result › text: the field "text" is gone',
    '+ field_added desk › add › payload › b: the optional field "b" is new',
    '+ field_added desk.summary › result › words: the optional field "words" is new',
  ]);
});

test("a type that contains itself is compared once", () => {
  const tree = (leaf: typeof String | typeof Int) => {
    const Tree: ReturnType<typeof Type> = Type("Tree", () => {
      Attribute("leaf", leaf as typeof String);
      Attribute("children", ArrayOf(Tree));
    });
    return tool(() => Args(Tree));
  };
  expect(changes(tree(String), tree(String))).toEqual([]);
  expect(changes(tree(String), tree(Int))).toContain(
    "! type_changed docs › search › args › leaf: was string, is integer",
  );
});

const constrained: fc.Arbitrary<JsonSchema> = fc.record(
  {
    type: fc.constantFrom("string", "number", "integer"),
    minimum: fc.integer({ min: 0, max: 3 }),
    maxLength: fc.integer({ min: 0, max: 3 }),
    enum: fc.uniqueArray(fc.constantFrom("a", "b", 1, 2), { minLength: 1 }),
  },
  { requiredKeys: [] },
);

function breaks(before: JsonSchema, after: JsonSchema, side: "sent" | "received"): boolean {
  const found = new Changes();
  diffSchemas(before, after, side, found);
  return found.all.some(({ isBreaking }) => isBreaking);
}

test("nothing differs from itself, and what breaks one side is, the other way round, what breaks the other", () => {
  fc.assert(
    fc.property(constrained, constrained, (before, after) => {
      expect(breaks(before, before, "sent")).toBe(false);
      expect(breaks(before, after, "sent")).toBe(breaks(after, before, "received"));
    }),
  );
});

import { expect, test } from "vitest";
import { z } from "zod";
import { defineTool } from "../tool/define-tool.ts";
import type { ServerDataDeclaration } from "../tool/spec.ts";
import { withServerDataParameter } from "./server-data-parameter.ts";

function parametersOf(serverData: ServerDataDeclaration[] | undefined, strict = false) {
  const { definition, spec } = defineTool({
    name: "t",
    description: "",
    strict,
    input: z.object({ a: z.string() }),
    ...(serverData === undefined ? {} : { serverData }),
    execute: () => null,
  });
  return withServerDataParameter(definition, spec).parameters;
}

test("a tool with optional server data takes the reserved argument, which stays optional", () => {
  const { properties, required } = parametersOf([{ kind: "chart", audience: "timeline" }]);
  expect(properties).toMatchObject({ a: {}, server_data: { type: "string", enum: ["auto", "on", "off"] } });
  expect(required).toEqual(["a"]);
});

test("a strict tool takes it as a required one that may be null", () => {
  const { properties, required } = parametersOf([{ kind: "chart", audience: "timeline" }], true);
  expect(properties).toMatchObject({ server_data: { type: ["string", "null"], enum: ["auto", "on", "off", null] } });
  expect(required).toEqual(["a", "server_data"]);
});

test("where there is nothing to choose nothing is offered", () => {
  expect(parametersOf(undefined).properties).not.toHaveProperty("server_data");
  expect(parametersOf([{ kind: "c", audience: "timeline", mode: "always" }]).properties).not.toHaveProperty(
    "server_data",
  );
});

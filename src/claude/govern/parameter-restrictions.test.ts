import { expect, test } from "vitest";
import { decide } from "../../policy/decide.ts";
import { parameterRules } from "./parameter-restrictions.ts";

const params = parameterRules({
  deploy: { region: "eu", replicas: 2 },
  query: { filter: { team: ["ops"] } },
});
const effectOf = (id: string, args: Parameters<typeof decide>[2]) =>
  decide({ allow: null, deny: null, params }, { id }, args).effect;

test("a parameter that is given has to have the required value, compared deeply", () => {
  expect(effectOf("deploy", { region: "eu" })).toBe("allow");
  expect(effectOf("deploy", { region: "us" })).toBe("deny");
  expect(effectOf("query", { filter: { team: ["ops"] } })).toBe("allow");
  expect(effectOf("query", { filter: { team: ["ops", "dev"] } })).toBe("deny");
});

test("a parameter that is left out or null is not restricted", () => {
  expect(effectOf("deploy", {})).toBe("allow");
  expect(effectOf("deploy", { region: null, other: "us" })).toBe("allow");
});

test("every restriction of a tool counts, and none of another tool's", () => {
  expect(effectOf("deploy", { region: "eu", replicas: 2 })).toBe("allow");
  expect(effectOf("deploy", { region: "eu", replicas: 3 })).toBe("deny");
  expect(effectOf("query", { region: "us" })).toBe("allow");
});

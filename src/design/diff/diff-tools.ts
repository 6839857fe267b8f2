/** Two versions of a tool: what is sent to it, what it returns, and how calls of it go. */
import { withoutFields } from "../../tool/inject.ts";
import type { JsonSchema } from "../../tool/schema/json-schema.ts";
import { type DesignModel, type ServerDataModel, selfContainedSchema, type ToolModel } from "../model.ts";
import type { Changes } from "./design-change.ts";
import { diffNamed } from "./diff-named.ts";
import { diffPlaces } from "./diff-places.ts";
import { diffSchemas } from "./diff-schemas.ts";
import type { Versions } from "./versions.ts";

export function diffTools(before: ToolModel, after: ToolModel, versions: Versions, changes: Changes): void {
  diffSchemas(sent(before, versions.before), sent(after, versions.after), "sent", changes.at("args"));
  diffPlaces(before.result, after.result, { side: "received", versions, changes: changes.at("result") });
  diffCalls(before, after, changes);
  diffTags(before.tags, after.tags, changes);
  diffNamed(
    before.serverData ?? [],
    after.serverData ?? [],
    { kind: "server data", nameOf: ({ kind }) => kind, changes: changes.at("server data") },
    (was, is, below) => {
      diffPlaces(was, is, { side: "received", versions, changes: below });
      diffDelivery(was, is, below);
    },
  );
}

/** What a model sends; what is injected is not its business. */
function sent({ payload, inject = [] }: ToolModel, { types }: DesignModel): JsonSchema {
  return withoutFields(selfContainedSchema(payload.schema, types), inject);
}

function diffCalls(before: ToolModel, after: ToolModel, changes: Changes): void {
  if (before.effect !== after.effect) {
    changes.breaking("effect_changed", `the effect was "${before.effect}", is "${after.effect}"`);
  }
  if (before.confirmation === undefined && after.confirmation !== undefined) {
    changes.breaking("confirmation_added", "a person has to approve each call, and had not");
  }
  if (before.confirmation !== undefined && after.confirmation === undefined) {
    changes.breaking("confirmation_removed", "nobody is asked before a call any more");
  }
  const pages = ({ bounds }: ToolModel) => `${bounds?.cursor ?? "none"} and ${bounds?.nextCursor ?? "none"}`;
  if (pages(before) !== pages(after)) {
    changes.breaking("paging_changed", `the cursors were ${pages(before)}, are ${pages(after)}`);
  }
  if ((before.terminal ?? false) !== (after.terminal ?? false)) {
    changes.breaking(
      "run_control_changed",
      after.terminal ? "a call now ends the run" : "a call no longer ends the run",
    );
  }
  if ((before.bookkeeping ?? false) !== (after.bookkeeping ?? false)) {
    const counts = after.bookkeeping ? "no longer count" : "now count";
    changes.breaking("run_control_changed", `calls ${counts} against the cap on tool calls`);
  }
  const methodOf = ({ binding, passthrough }: ToolModel) => {
    const method = passthrough ?? binding;
    return method === undefined ? "no method" : `${method.service}.${method.method}`;
  };
  if (methodOf(before) !== methodOf(after)) {
    changes.compatible("method_changed", `${methodOf(before)} did the work, ${methodOf(after)} does it`);
  }
}

function diffTags(before: readonly string[], after: readonly string[], changes: Changes): void {
  for (const tag of before.filter((each) => !after.includes(each))) {
    changes.breaking("tag_removed", `the tag "${tag}" is gone: what policies say of it no longer holds here`);
  }
  for (const tag of after.filter((each) => !before.includes(each))) {
    changes.compatible("tag_added", `the tag "${tag}" is new`);
  }
}

function diffDelivery(before: ServerDataModel, after: ServerDataModel, changes: Changes): void {
  for (const part of ["audience", "mode"] as const) {
    if (before[part] === after[part]) continue;
    changes.breaking("server_data_changed", `the ${part} was "${before[part]}", is "${after[part]}"`);
  }
}

/** Every design of this folder, by the name of its file. */
import * as agent from "./agent.ts";
import * as agentDocs from "./agent-docs.ts";
import * as bindTo from "./bind-to.ts";
import * as boundedResult from "./bounded-result.ts";
import * as cache from "./cache.ts";
import * as confirmation from "./confirmation.ts";
import * as exported from "./export.ts";
import * as fields from "./fields.ts";
import * as fromRegistry from "./from-registry.ts";
import * as hints from "./hints.ts";
import * as history from "./history.ts";
import * as inject from "./inject.ts";
import * as mcpCalculator from "./mcp-calculator.ts";
import * as mcpOffers from "./mcp-offers.ts";
import * as mcpServer from "./mcp-server.ts";
import * as mcpToolset from "./mcp-toolset.ts";
import * as missingFields from "./missing-fields.ts";
import * as passthrough from "./passthrough.ts";
import * as policies from "./policies.ts";
import * as quickStart from "./quick-start.ts";
import * as registry from "./registry.ts";
import * as registrySources from "./registry-sources.ts";
import * as reminders from "./reminders.ts";
import * as serverData from "./server-data.ts";
import * as tools from "./tools.ts";
import * as toolsets from "./toolsets.ts";
import * as use from "./use.ts";

export const designs: Readonly<Record<string, object>> = {
  agent,
  "agent-docs": agentDocs,
  "bind-to": bindTo,
  "bounded-result": boundedResult,
  cache,
  confirmation,
  export: exported,
  fields,
  "from-registry": fromRegistry,
  hints,
  history,
  inject,
  "mcp-calculator": mcpCalculator,
  "mcp-offers": mcpOffers,
  "mcp-server": mcpServer,
  "mcp-toolset": mcpToolset,
  "missing-fields": missingFields,
  passthrough,
  policies,
  "quick-start": quickStart,
  registry,
  "registry-sources": registrySources,
  reminders,
  "server-data": serverData,
  tools,
  toolsets,
  use,
};

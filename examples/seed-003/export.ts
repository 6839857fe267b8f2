/** Agents as tools: what one exports, others use by name, whatever the order in which they are declared. */
import {
  Agent,
  AgentToolset,
  Args,
  Attribute,
  Export,
  Required,
  Return,
  Service,
  Tool,
  Use,
  UseAgentToolset,
} from "kigumi/design";

export const service = Service("service", () => {
  // Agent A exports tools
  Agent("planner", "Planning agent", () => {
    Export("planning.tools", () => {
      Tool("create_plan", "Create a plan", () => {
        Args(() => {
          Attribute("goal", String, "Goal to plan for");
          Required("goal");
        });
        Return(() => {
          Attribute("plan", String, "Generated plan");
          Required("plan");
        });
      });
    });
  });

  // Agent B uses Agent A's tools
  Agent("orchestrator", () => {
    Use(AgentToolset("service", "planner", "planning.tools"));
  });

  // Equivalent to Use(AgentToolset("service", "planner", "planning.tools"))
  Agent("dispatcher", () => {
    UseAgentToolset("service", "planner", "planning.tools");
  });
});

/** A service that offers a method over MCP, under either name of the function that enables it. */
import {
  Attribute,
  Description,
  Int,
  MCP,
  MCPServer,
  MCPTool,
  Method,
  Payload,
  ProtocolVersion,
  Required,
  Result,
  Service,
} from "kigumi/design";

export const calculator = Service("calculator", () => {
  Description("Calculator MCP server");

  // Using MCPServer
  MCPServer("calc", "1.0.0", ProtocolVersion("2025-06-18"));

  Method("add", () => {
    Payload(() => {
      Attribute("a", Int, "First number");
      Attribute("b", Int, "Second number");
      Required("a", "b");
    });
    Result(() => {
      Attribute("sum", Int, "Result of addition");
      Required("sum");
    });
    MCPTool("add", "Add two numbers");
  });
});

export const alias = Service("calculator_alias", () => {
  // Or equivalently using the MCP alias
  MCP("calc-alias", "1.0.0", ProtocolVersion("2025-06-18"));
});

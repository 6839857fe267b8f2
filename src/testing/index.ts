/** `kigumi/testing`: models that follow a script, time that stands still, and past runs as hermetic tests. */
export {
  type ScriptedCall,
  type ScriptedModel,
  type ScriptedModelOptions,
  type ScriptedTurn,
  type SpokenTurn,
  scriptedModel,
  type TurnContent,
} from "../model/index.ts";
export {
  type AnthropicEndpoint,
  type AnthropicEndpointOptions,
  createAnthropicEndpoint,
} from "./anthropic-endpoint/create-anthropic-endpoint.ts";
export type { MessagesRequest } from "./anthropic-endpoint/messages-request.ts";
export type {
  AnthropicAnswer,
  AnthropicResponder,
  AnthropicStep,
  AnthropicToolCall,
  AnthropicUsage,
  SpokenAnswer,
} from "./anthropic-endpoint/script.ts";
export { type ReceivedToolResult, toolResultsOf } from "./anthropic-endpoint/tool-results.ts";
export type { FailedAnswer } from "./endpoint-script.ts";
export {
  createOpenAIEndpoint,
  type OpenAIEndpoint,
  type OpenAIEndpointOptions,
} from "./openai-endpoint/create-openai-endpoint.ts";
export type { OpenAIApi, OpenAIRequest, OpenAIToolOutput } from "./openai-endpoint/openai-request.ts";
export type {
  OpenAIAnswer,
  OpenAIFailedAnswer,
  OpenAIResponder,
  OpenAISpokenAnswer,
  OpenAIStep,
  OpenAIToolCall,
  OpenAIUsage,
} from "./openai-endpoint/script.ts";
export { type RunSource, recordFixture } from "./record-fixture.ts";
export { type ReplayedRun, type ReplayFixtureOptions, replayFixture } from "./replay-fixture.ts";
export { ANY_EVENTS, assertRunEvents, eventLabel } from "./run-events.ts";
export type { RecordedRun, RecordedStep, RunFixture } from "./run-fixture.ts";
export { createTestClock, type TestClock } from "./test-clock.ts";

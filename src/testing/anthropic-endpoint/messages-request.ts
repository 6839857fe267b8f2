/** What a client asked of the Messages API, in the API's own words; only the fields that tests look at are typed. */

export interface MessagesRequest {
  readonly model: string;
  readonly system?: string | readonly TextBlock[];
  readonly messages: readonly RequestMessage[];
  readonly tools?: readonly RequestTool[];
  readonly stream?: boolean;
  readonly max_tokens?: number;
  readonly [field: string]: unknown;
}

export interface RequestMessage {
  readonly role: string;
  readonly content: string | readonly RequestBlock[];
}

export interface RequestTool {
  readonly name: string;
  readonly description?: string;
  readonly input_schema?: unknown;
  readonly [field: string]: unknown;
}

export type RequestBlock = TextBlock | ToolResultBlock | OtherBlock;

export interface TextBlock {
  readonly type: "text";
  readonly text: string;
}

export interface ToolResultBlock {
  readonly type: "tool_result";
  readonly tool_use_id: string;
  readonly content?: string | readonly RequestBlock[];
  readonly is_error?: boolean;
}

/** Images, documents, earlier tool calls and thinking. */
export interface OtherBlock {
  readonly type: "image" | "document" | "tool_use" | "thinking" | "redacted_thinking";
  readonly [field: string]: unknown;
}

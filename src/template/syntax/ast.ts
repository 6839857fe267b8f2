/** The parsed form of a template: immutable data, what rendering and path tracing walk over. `at` is a source offset. */
import type { JsonPrimitive } from "../../json/json.ts";
import type { FunctionSpec } from "../functions/template-function.ts";

export type TemplateNode = TextNode | OutputNode | DeclareNode | ConditionalNode | RangeNode;

interface TextNode {
  readonly type: "text";
  readonly text: string;
  readonly at: number;
}

/** `{{ expression }}` */
interface OutputNode {
  readonly type: "output";
  readonly value: Expression;
  readonly at: number;
}

/** `{{ $name := expression }}`, in force until the end of the enclosing block. */
interface DeclareNode {
  readonly type: "declare";
  readonly name: string;
  readonly value: Expression;
  readonly at: number;
}

/** `if` or `with`: the first branch whose condition is true is taken; `with` also makes that condition the dot. */
export interface ConditionalNode {
  readonly type: "if" | "with";
  readonly branches: readonly Branch[];
  readonly otherwise: readonly TemplateNode[];
  readonly at: number;
}

export interface Branch {
  /** `{{ if $name := expression }}`: also in force in the branches after this one. */
  readonly declares?: string;
  readonly condition: Expression;
  readonly body: readonly TemplateNode[];
}

export interface RangeNode {
  readonly type: "range";
  readonly over: Expression;
  /** The variable for the position in a list, or the key of a map. */
  readonly key?: string;
  readonly element?: string;
  readonly body: readonly TemplateNode[];
  readonly otherwise: readonly TemplateNode[];
  readonly at: number;
}

export type Expression =
  | LiteralExpression
  | DotExpression
  | VariableExpression
  | FieldExpression
  | CallExpression
  | PipelineExpression;

interface LiteralExpression {
  readonly type: "literal";
  readonly value: JsonPrimitive;
  readonly at: number;
}

interface DotExpression {
  readonly type: "dot";
  readonly at: number;
}

/** `$name`, or `$` for the root. */
interface VariableExpression {
  readonly type: "variable";
  readonly name: string;
  readonly at: number;
}

/** `.a.b`, `$x.a`, `(expression).a`. A list of names, so that a long chain is not a deep tree. */
export interface FieldExpression {
  readonly type: "field";
  readonly of: Expression;
  readonly names: readonly FieldName[];
  readonly at: number;
}

export interface FieldName {
  readonly name: string;
  readonly at: number;
}

export interface CallExpression {
  readonly type: "call";
  readonly name: string;
  readonly spec: FunctionSpec;
  readonly args: readonly Expression[];
  readonly at: number;
}

/** `first | call | call`: each call gets the value so far as its last argument. */
interface PipelineExpression {
  readonly type: "pipeline";
  readonly first: Expression;
  readonly calls: readonly CallExpression[];
  readonly at: number;
}

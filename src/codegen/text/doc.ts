/**
 * Text that knows where it may break: a group is one line when it fits and one item a line when it does not. It is
 * how generated files come out formatted as the formatter of this repository would leave them.
 */

export type Doc = string | readonly Doc[] | Break | Indent | Group;

interface Break {
  readonly type: "break";
  /** What stands there when the group stays on one line; undefined: the group never does. */
  readonly flat: string | undefined;
  /** What stands before the line end when it breaks, and what begins the next line. */
  readonly broken: string;
  readonly after?: string;
}

interface Indent {
  readonly type: "indent";
  readonly content: Doc;
}

interface Group {
  readonly type: "group";
  readonly content: Doc;
}

/** A space, or a line end. */
export const line: Doc = { type: "break", flat: " ", broken: "" };
/** Nothing, or a line end. */
export const softline: Doc = { type: "break", flat: "", broken: "" };
/** Always a line end. */
export const hardline: Doc = { type: "break", flat: undefined, broken: "" };
export function indent(...content: Doc[]): Doc {
  return { type: "indent", content };
}

export function group(...content: Doc[]): Doc {
  return { type: "group", content };
}

export function join(separator: Doc, items: readonly Doc[]): Doc {
  return items.map((item, index) => (index === 0 ? item : [separator, item]));
}

/** `[a, b]` or `(a, b)`; broken, every item stands on its own line and has a comma. */
export function list(open: string, items: readonly Doc[], close: string): Doc {
  if (items.length === 0) return open + close;
  return group(open, indent(softline, join([",", line], items)), { type: "break", flat: "", broken: "," }, close);
}

/** `{ a, b }`, or `{ a; b }` for the members of a type. */
export function braces(items: readonly Doc[], separator: "," | ";" = ","): Doc {
  if (items.length === 0) return "{}";
  const end: Doc = { type: "break", flat: " ", broken: separator };
  return group("{", indent(line, join([separator, line], items)), end, "}");
}

/** Alternatives of a type, after `lead` (a space behind `=` or `:`): on one line, or each on its own behind a bar. */
export function alternatives(items: readonly Doc[], lead: "" | " "): Doc {
  if (items.length === 1) return [lead, ...items];
  return group(indent({ type: "break", flat: lead, broken: "", after: "| " }, join([line, "| "], items)));
}

/** A head such as `if (…) {`, its lines, and what closes it. */
export function block(head: Doc, body: readonly Doc[], close = "}"): Doc {
  if (body.length === 0) return [head, close];
  return [head, indent(hardline, join(hardline, body)), hardline, close];
}

/** One below the other. */
export function lines(items: readonly Doc[]): Doc {
  return join(hardline, items);
}

/** One below the other with an empty line between. */
export function paragraphs(items: readonly Doc[]): Doc {
  return join([hardline, hardline], items);
}

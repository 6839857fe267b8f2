/** Conditions and what follows from them, printed as a person would write them. */
import { block, type Doc, group, hardline, indent, line } from "../text/doc.ts";

/** `if (test) …`, else the next one; `otherwise` when none held. */
export interface Chain {
  readonly arms: readonly Arm[];
  readonly otherwise: readonly Doc[];
}

export interface Arm {
  readonly test: string;
  readonly body: readonly Doc[];
}

export function statements(...otherwise: Doc[]): Chain {
  return { arms: [], otherwise };
}

export function when(test: string, ...body: Doc[]): Chain {
  return { arms: [{ test, body }], otherwise: [] };
}

/** The chain behind one more condition. */
export function orElse(test: string, body: readonly Doc[], { arms, otherwise }: Chain): Chain {
  return { arms: [{ test, body }, ...arms], otherwise };
}

/** Conditions that are all looked at, whatever the others say. */
export function allOf(arms: readonly Arm[]): Chain {
  if (arms.length <= 1) return { arms, otherwise: [] };
  return statements(...arms.flatMap((arm) => toStatements({ arms: [arm], otherwise: [] })));
}

export function isEmpty({ arms, otherwise }: Chain): boolean {
  return arms.length === 0 && otherwise.length === 0;
}

/** The chain as statements of a block. */
export function toStatements(chain: Chain): Doc[] {
  if (chain.arms.length === 0) return [...chain.otherwise];
  const parts: Doc[] = [];
  let isOpen = false;
  for (const [index, { test, body }] of chain.arms.entries()) {
    const head = `if (${test})`;
    parts.push(index === 0 ? "" : joint(isOpen), branch(head, body));
    isOpen = needsBraces(body);
  }
  if (chain.otherwise.length > 0) parts.push(joint(isOpen), branch("", chain.otherwise));
  return [parts];
}

/** `else`, on the line of the brace that it follows. */
function joint(isAfterBrace: boolean): Doc {
  return isAfterBrace ? " else " : [hardline, "else "];
}

function branch(head: string, body: readonly Doc[]): Doc {
  const [only] = body;
  if (only !== undefined && !needsBraces(body)) {
    return head === "" ? only : group(head, indent(line, only));
  }
  return block(head === "" ? "{" : `${head} {`, body);
}

function needsBraces(body: readonly Doc[]): boolean {
  // Only what is one plain statement may stand without; anything else would capture the next `else`.
  return body.length !== 1 || typeof body[0] !== "string";
}

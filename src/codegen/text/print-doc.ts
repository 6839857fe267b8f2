/** Prints a document: every group on one line where it fits within the width, counted with what follows it. */
import type { Doc } from "./doc.ts";

const WIDTH = 120;

interface Task {
  readonly doc: Doc;
  readonly depth: number;
  readonly isFlat: boolean;
}

export function printDoc(doc: Doc): string {
  const printed: string[] = [];
  const tasks: Task[] = [{ doc, depth: 0, isFlat: false }];
  let column = 0;
  // Written with the first text of a line, so that an empty line carries none.
  let indentation = "";
  for (let task = tasks.pop(); task !== undefined; task = tasks.pop()) {
    const { depth, isFlat } = task;
    const current = task.doc;
    if (typeof current === "string") {
      if (current === "") continue;
      printed.push(indentation, current);
      indentation = "";
      column += current.length;
    } else if (!("type" in current)) {
      for (let i = current.length - 1; i >= 0; i--) tasks.push({ doc: current[i] ?? "", depth, isFlat });
    } else if (current.type === "indent") {
      tasks.push({ doc: current.content, depth: depth + 1, isFlat });
    } else if (current.type === "group") {
      const mayBeFlat = isFlat || fits(current.content, WIDTH - column, tasks);
      tasks.push({ doc: current.content, depth, isFlat: mayBeFlat });
    } else if (isFlat && current.flat !== undefined) {
      printed.push(current.flat);
      column += current.flat.length;
    } else {
      printed.push(current.broken, "\n");
      indentation = "  ".repeat(depth) + (current.after ?? "");
      column = indentation.length;
    }
  }
  return printed.join("");
}

/** Whether the content, on one line, and whatever follows it up to the next line end take no more than `room`. */
function fits(content: Doc, room: number, following: readonly Task[]): boolean {
  let left = room;
  const rest: { doc: Doc; isFlat: boolean }[] = [{ doc: content, isFlat: true }];
  let next = following.length - 1;
  for (;;) {
    const task = rest.pop() ?? following[next--];
    if (task === undefined) return true;
    const { doc, isFlat } = task;
    if (typeof doc === "string") {
      left -= doc.length;
      if (left < 0) return false;
    } else if (!("type" in doc)) {
      for (let i = doc.length - 1; i >= 0; i--) rest.push({ doc: doc[i] ?? "", isFlat });
    } else if (doc.type !== "break") {
      rest.push({ doc: doc.content, isFlat });
    } else if (!isFlat) {
      // What follows ends the line at its first chance.
      return true;
    } else if (doc.flat === undefined) {
      return false;
    } else {
      left -= doc.flat.length;
    }
  }
}

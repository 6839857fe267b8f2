/** A tree as lines, each with the branches that lead to it. */

export interface TreeNode {
  readonly text: string;
  readonly children?: readonly TreeNode[];
}

export function treeLines(roots: readonly TreeNode[]): string[] {
  return roots.flatMap(({ text, children = [] }) => [text, ...branches(children, "")]);
}

function branches(nodes: readonly TreeNode[], indent: string): string[] {
  return nodes.flatMap(({ text, children = [] }, index) => {
    const isLast = index === nodes.length - 1;
    return [`${indent}${isLast ? "└─ " : "├─ "}${text}`, ...branches(children, `${indent}${isLast ? "   " : "│  "}`)];
  });
}

/** The specifier with which one generated file imports another. */
export function relativeImport(from: string, to: string): string {
  const folder = from.split("/").slice(0, -1);
  const target = to.split("/");
  let shared = 0;
  while (shared < folder.length && shared < target.length - 1 && folder[shared] === target[shared]) shared += 1;
  const up = folder.length - shared;
  return (up === 0 ? "./" : "../".repeat(up)) + target.slice(shared).join("/");
}

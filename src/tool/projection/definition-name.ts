/** A readable name for what a reference leads to, unlike any of those already taken. */
export function definitionName(ref: string, taken: ReadonlySet<string>): string {
  const last = ref.slice(ref.lastIndexOf("/") + 1).replace(/[^A-Za-z0-9_-]/g, "_");
  const name = ref === "#" || last === "" ? "root" : last;
  if (!taken.has(name)) return name;
  for (let number = 2; ; number++) if (!taken.has(`${name}${number}`)) return `${name}${number}`;
}

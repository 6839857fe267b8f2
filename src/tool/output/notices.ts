/** The two marks that stand where a model would otherwise have read an output. Their wording is the specification's. */

export function truncatedNotice(ref: string): string {
  return `[tool output truncated; ref=${ref}]`;
}

export function trimmedNotice(ref?: string): string {
  return ref === undefined ? "[tool output trimmed]" : `[tool output trimmed; ref=${ref}]`;
}

/** Lines as a model reads them: a 1-based number, right-aligned to five columns, two spaces, the text. */

export function numberedLine(line: { readonly number: number; readonly text: string }): string {
  return `${String(line.number).padStart(5)}  ${line.text}`;
}

/** A name as people read it: `docs.get_time-series` is `Get Time Series`. Of a dotted name, the last part. */
export function titleOf(name: string): string {
  const last = name.split(".").at(-1) ?? name;
  const words = last.split(/[_\-\s]+/).filter((word) => word !== "");
  return words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join(" ");
}

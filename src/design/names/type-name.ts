/** `get_time_series` as a type is called: `GetTimeSeries`. */
import { slugOf } from "./slug.ts";

export function typeNameOf(name: string): string {
  return slugOf(name)
    .split("_")
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join("");
}

/** `get_time_series` as people read it: `Get Time Series`. Of a dotted name, the last part. */
export function titleOf(name: string): string {
  const last = name.split(".").at(-1) ?? name;
  const words = last.split(/[_\-\s]+/).filter((word) => word !== "");
  return words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join(" ");
}

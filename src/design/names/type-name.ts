/** `get_time_series` as a type is called: `GetTimeSeries`. */
import { slugOf } from "./slug.ts";

export function typeNameOf(name: string): string {
  return slugOf(name)
    .split("_")
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join("");
}

/**
 * A name as identifiers and file names can hold it: snake_case of `a-z`, `0-9` and `_`, or nothing at all when no letter
 * or digit is left. `CreatePlan`, `create-plan` and `create.plan` are all `create_plan`.
 */
export function slugOf(name: string): string {
  return name
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .replace(/([a-z0-9])([A-Z])/g, "$1_$2")
    .replace(/([A-Z])([A-Z][a-z])/g, "$1_$2")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "_")
    .replace(/^_+|_+$/g, "");
}

/** What two spellings of one name have in common: `ListDevices`, `list_devices` and `listDevices` are the same. */
export function looseName(name: string): string {
  return name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");
}

/** The fields of one type that another takes over, where they are there. */
export function pickFields<Source extends object, Key extends keyof Source>(
  source: Source,
  keys: readonly Key[],
): Pick<Source, Key> {
  const present = keys.filter((key) => Object.hasOwn(source, key)).map((key) => [key, source[key]] as const);
  return Object.fromEntries(present) as unknown as Pick<Source, Key>;
}

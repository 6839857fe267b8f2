/** What modules of codecs import from the runtime: no variable of a decoder may have one of these names. */
export const RUNTIME_NAMES = [
  ...(["Issues", "Step", "createCodec", "formatCheck", "accepts", "firstOf", "onlyOneOf"] as const),
  ...(["countKeys", "hasDuplicates", "isInteger", "isLonger", "isMultipleOf", "isNumber", "isObject"] as const),
  ...(["isOneOf", "isShorter", "own", "refuseProtoKeys"] as const),
] as const;

export type RuntimeName = (typeof RUNTIME_NAMES)[number];

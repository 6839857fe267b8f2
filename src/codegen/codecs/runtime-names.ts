/** What generated decoders import from the runtime: no variable of theirs may have one of these names. */
export const RUNTIME_NAMES: readonly string[] = [
  ...["Issues", "Step", "createCodec", "formatCheck", "accepts", "firstOf", "onlyOneOf"],
  ...["countKeys", "hasDuplicates", "isInteger", "isLonger", "isMultipleOf", "isNumber", "isObject", "isOneOf"],
  ...["isShorter", "own", "refuseProtoKeys"],
];

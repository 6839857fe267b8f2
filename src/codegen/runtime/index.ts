/** `kigumi/codegen/runtime`: what generated code imports beside `kigumi` itself. */
export {
  countKeys,
  hasDuplicates,
  isInteger,
  isLonger,
  isMultipleOf,
  isNumber,
  isObject,
  isOneOf,
  isShorter,
  own,
  refuseProtoKeys,
} from "./checks.ts";
export { type Codec, createCodec, type Decoded } from "./codec.ts";
export { DecodeError } from "./decode-error.ts";
export type { DecodeConstraint, DecodeIssue, Limits, Step } from "./decode-issue.ts";
export { formatCheck } from "./format-checks.ts";
export { Issues } from "./issues.ts";
export { accepts, type Decoder, firstOf, onlyOneOf } from "./union.ts";

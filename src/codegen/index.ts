/** `kigumi/codegen`: from the model of a design to files. What generated code itself imports is `kigumi/codegen/runtime`. */
export { type GenerateOptions, generate } from "./generate.ts";
export { isCurrent, type OutputConflict, type OutputPlan, planOutput } from "./output/plan-output.ts";
export { type WriteReport, writeGenerated } from "./output/write-generated.ts";

/** The types of a tool, as those who check something of it need them. */
import type { JsonSchema } from "../../tool/schema/json-schema.ts";
import type { PayloadPlace, TypePlace } from "../model/type-place.ts";

export interface ToolTypes {
  readonly payload: PayloadPlace;
  /** The arguments as a model gives them, whole: what is injected is not there yet. */
  readonly visible: JsonSchema;
  readonly result: TypePlace | undefined;
}

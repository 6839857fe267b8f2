/** The types of a method, named after it. */
import type { MethodExpression } from "../expressions/service-expression.ts";
import type { TypePlace } from "../model/type-place.ts";
import { typeNameOf } from "../names/type-name.ts";
import type { TypePlaces } from "./type-places.ts";

export function methodPayload({ name, payload }: MethodExpression, places: TypePlaces): TypePlace | undefined {
  return payload && places.placeOf(payload, `${typeNameOf(name)}Payload`, "input");
}

export function methodResult({ name, result }: MethodExpression, places: TypePlaces): TypePlace | undefined {
  return result && places.placeOf(result, `${typeNameOf(name)}Result`, "output");
}

export function methodStream({ name, streamingResult }: MethodExpression, places: TypePlaces): TypePlace | undefined {
  return streamingResult && places.placeOf(streamingResult, `${typeNameOf(name)}StreamingResult`, "output");
}

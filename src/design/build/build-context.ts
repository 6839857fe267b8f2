/** What every part of building the model needs: where to tell problems, and how to find types and names. */
import type { Evaluation } from "../evaluation/evaluation.ts";
import type { Directory } from "./directory.ts";
import type { TypePlaces } from "./type-places.ts";

export interface BuildContext {
  readonly evaluation: Evaluation;
  readonly directory: Directory;
  readonly places: TypePlaces;
}

/** What every comparison of two designs is handed. */
import type { DesignModel } from "../model.ts";

/** The two designs that are compared: types are named in either. */
export interface Versions {
  readonly before: DesignModel;
  readonly after: DesignModel;
}

/** Where toolsets are found and published, and how one authenticates there. Durations are as authored. */
import type { Meta } from "./tool-model.ts";

export interface RegistryModel {
  readonly name: string;
  readonly description?: string;
  readonly url: string;
  /** A segment of the paths below `url`. */
  readonly apiVersion: string;
  /** Names of security schemes of this design. */
  readonly security: readonly string[];
  readonly timeout?: string;
  readonly retry?: { readonly maxRetries: number; readonly backoff: string };
  readonly syncInterval?: string;
  readonly cacheTtl?: string;
  /** Globs over namespaces. Without `include` everything is taken; `exclude` is applied after it. */
  readonly federation?: { readonly include: readonly string[]; readonly exclude: readonly string[] };
}

export interface SecuritySchemeModel {
  readonly name: string;
  readonly type: "apiKey" | "bearer" | "oauth2" | "basic";
  readonly description?: string;
  readonly meta?: Meta;
}

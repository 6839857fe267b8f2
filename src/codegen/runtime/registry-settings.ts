/** What a design says of a registry: where it is, how one authenticates, and how patient its client is. */

export interface RegistrySettings {
  readonly name: string;
  readonly description?: string;
  readonly url: string;
  readonly apiVersion: string;
  readonly security: readonly { readonly name: string; readonly type: "apiKey" | "bearer" | "oauth2" | "basic" }[];
  /** Durations, as in `"30s"`. */
  readonly timeout?: string;
  readonly retry?: { readonly maxRetries: number; readonly backoff: string };
  readonly syncInterval?: string;
  readonly cacheTtl?: string;
  readonly federation?: { readonly include: readonly string[]; readonly exclude: readonly string[] };
}

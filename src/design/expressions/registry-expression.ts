/** What the blocks of registries and security schemes have said. */
import type { Located, Place } from "../problem.ts";
import type { SecurityDeclaration, SecurityType } from "./declarations.ts";

export interface RegistryExpression extends Place {
  readonly name: string;
  description?: Located<string>;
  url?: Located<string>;
  apiVersion?: Located<string>;
  readonly security: Located<SecurityDeclaration>[];
  timeout?: Located<string>;
  retry?: Located<{ readonly maxRetries: number; readonly backoff: string }>;
  syncInterval?: Located<string>;
  cacheTtl?: Located<string>;
  federation?: FederationExpression;
}

export interface FederationExpression extends Place {
  readonly include: string[];
  readonly exclude: string[];
}

export interface SecurityExpression extends Place {
  readonly name: string;
  readonly type: SecurityType;
  description?: Located<string>;
  readonly meta: Map<string, string[]>;
}

export { type Projection, type Provider, projectSchema } from "./project-schema.ts";
export type { ProjectionLoss } from "./rewrite-context.ts";

/** What a module exports to make it part of a design. */
import type { UserType } from "../types/design-type.ts";
import type {
  ApiDeclaration,
  RegistryDeclaration,
  SecurityDeclaration,
  ServiceDeclaration,
  ToolsetDeclaration,
} from "./declarations.ts";

export type Root =
  | ApiDeclaration
  | ServiceDeclaration
  | ToolsetDeclaration
  | RegistryDeclaration
  | SecurityDeclaration
  | UserType;

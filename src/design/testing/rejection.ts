/** For tests: designs that are refused or doubted, and the short forms they are written in. */
import type { Block } from "../expressions/declaration.ts";
import type { RegistryDeclaration } from "../expressions/declarations.ts";
import * as dsl from "../index.ts";
import { Agent, MCPServer, Method, Registry, RunPolicy, Service, Tool, Type, URL, Use } from "../index.ts";
import type { ProblemCode } from "../problem-code.ts";

export interface Rejection {
  readonly design: () => object;
  /** The call that the position points at. */
  readonly at: string;
  readonly path?: string;
  readonly message?: RegExp;
  readonly hint?: RegExp;
}

export type Rejections = Readonly<Partial<Record<ProblemCode, readonly Rejection[]>>>;

/** The functions as a program without types would call them. */
export const untyped = dsl as unknown as Readonly<Record<string, (...args: unknown[]) => unknown>>;

export const inService = (block: Block): object => ({ desk: Service("desk", block) });
export const inAgent = (block: Block): object => inService(() => Agent("chat", block));
export const inTool = (block: Block): object => inAgent(() => Use("docs", () => Tool("search", "Search", block)));
export const inPolicy = (block: Block): object => inAgent(() => RunPolicy(block));
export const inType = (block: Block): object => ({ Thing: Type("Thing", block) });

export const inMethod = (block: Block): object =>
  inService(() => {
    MCPServer("desk", "1");
    Method("get", block);
  });

export const registry = (): RegistryDeclaration => Registry("corp", () => URL("https://corp.example"));

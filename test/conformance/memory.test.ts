import { createMemoryEngine } from "../../src/engine/create-memory-engine.ts";
import { runConformance } from "./run-conformance.ts";

runConformance("memory", createMemoryEngine);

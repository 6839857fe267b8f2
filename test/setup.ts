/** Property tests draw the same cases in every run, so that a failure is a change of ours; `KIGUMI_SEED=random` explores. */
import fc from "fast-check";

const { KIGUMI_SEED: seed = "20261115" } = process.env;
if (seed !== "random") fc.configureGlobal({ seed: Number(seed) });

/** Time, handed in. The tool layer touches no clock of its own, so it also runs inside a workflow or a replay. */
export interface Clock {
  now(): Date;
  /** Calls back once after `ms`, however many; the returned function cancels it. */
  after(ms: number, callback: () => void): () => void;
}

/** placeholder, replaced within minutes: the closed set of run events. */
export interface RunEvent {
  /** The position in the run's log, counted from 1. */
  readonly id: number;
  readonly v: 1;
  readonly type: string;
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly runId: string;
}

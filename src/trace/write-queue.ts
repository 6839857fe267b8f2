/**
 * Between those who trace and the disk. Adding a record costs its caller next to nothing and never fails; records wait
 * here until they are stored, through a full disk or a lock, up to a limit. What no longer fits is counted and reported.
 */
import { KigumiError, toKigumiError } from "../errors/kigumi-error.ts";
import type { TraceRecordText } from "./trace-record.ts";
import type { TraceSink } from "./trace-sink.ts";

export interface WriteQueueOptions {
  readonly sink: TraceSink;
  /** How much may wait, in characters. */
  readonly maxLength: number;
  /** Told once when writing begins to fail, when records are refused, and when they begin not to fit. */
  readonly onError: (error: KigumiError) => void;
}

export interface WriteStats {
  readonly waiting: number;
  readonly written: number;
  /** Refused by the file, or more than could wait. */
  readonly dropped: number;
}

/** Records that make it worth to write at once, instead of waiting for more. */
const enoughRecords = 512;
const enoughLength = 1 << 20;
const waitForMoreMs = 20;
const retryMs = 1_000;

export class WriteQueue {
  readonly #options: WriteQueueOptions;
  #waiting: TraceRecordText[] = [];
  #length = 0;
  #written = 0;
  #dropped = 0;
  #added = 0;
  #settled = 0;
  #writing: Promise<void> | undefined;
  #timer: NodeJS.Timeout | undefined;
  /** The timer does not wait for more. */
  #isUrgent = false;
  /** One at a time after a failure, then more and more: what is left of a disk may hold one record and not a thousand. */
  #batchSize = Number.POSITIVE_INFINITY;
  #isFailing = false;
  #isOverflowing = false;

  constructor(options: WriteQueueOptions) {
    this.#options = options;
  }

  get stats(): WriteStats {
    return { waiting: this.#waiting.length, written: this.#written, dropped: this.#dropped };
  }

  add(record: TraceRecordText): void {
    // A single record may be longer than the limit: alone, it is always taken.
    const fits = this.#waiting.length === 0 || this.#length + record.length <= this.#options.maxLength;
    if (fits) this.#take(record);
    else this.#overflow();
  }

  /** True when all that was added before is stored (or was refused for good), false when writing fails at present. */
  async flush(): Promise<boolean> {
    const target = this.#added;
    while (this.#settled < target) {
      await this.#write();
      if (this.#isFailing) return false;
    }
    return true;
  }

  /** What is not stored yet, for a process that is about to end; the queue is empty afterwards. */
  takeAll(): readonly TraceRecordText[] {
    const all = this.#waiting;
    this.#forget(all.length);
    return all;
  }

  #schedule(): void {
    if (this.#isFailing) return;
    const isEnough = this.#waiting.length >= enoughRecords || this.#length >= enoughLength;
    if (this.#timer !== undefined && (this.#isUrgent || !isEnough)) return;
    clearTimeout(this.#timer);
    this.#isUrgent = isEnough;
    // Not at once even then: the caller goes on first. Unreferenced, because what waits is written when a process ends.
    this.#timer = setTimeout(() => void this.#write(), isEnough ? 0 : waitForMoreMs).unref();
  }

  #write(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#writing ??= this.#writeAll().finally(() => {
      this.#writing = undefined;
      if (this.#isFailing) this.#timer = setTimeout(() => void this.#write(), retryMs).unref();
      else if (this.#waiting.length > 0) this.#schedule();
    });
    return this.#writing;
  }

  async #writeAll(): Promise<void> {
    try {
      while (this.#waiting.length > 0) await this.#writeBatch();
      this.#isFailing = false;
    } catch (error) {
      if (!this.#isFailing) this.#report(toKigumiError(error));
      this.#isFailing = true;
      this.#batchSize = 1;
    }
  }

  async #writeBatch(): Promise<void> {
    const batch = this.#nextBatch();
    const { refused } = await this.#options.sink.write(batch);
    this.#batchSize *= 2;
    this.#isFailing = false;
    this.#isOverflowing = false;
    this.#written += batch.length - refused.length;
    this.#dropped += refused.length;
    // Somebody may have taken them meanwhile, because the process is about to end.
    if (this.#waiting[0] === batch[0]) this.#forget(batch.length);
    if (refused.length > 0) this.#report(recordsRefused(refused));
  }

  #nextBatch(): readonly TraceRecordText[] {
    let length = 0;
    const most = this.#waiting.slice(0, Math.min(this.#options.sink.mostRecords, this.#batchSize));
    const end = most.findIndex((record, index) => {
      length += record.length;
      return index > 0 && length > 8 * enoughLength;
    });
    return end === -1 ? most : most.slice(0, end);
  }

  #forget(count: number): void {
    const gone = this.#waiting.slice(0, count);
    this.#waiting = this.#waiting.slice(count);
    this.#settled += count;
    for (const record of gone) this.#length -= record.length;
  }

  #take(record: TraceRecordText): void {
    this.#waiting.push(record);
    this.#length += record.length;
    this.#added++;
    if (this.#writing === undefined) this.#schedule();
  }

  #overflow(): void {
    this.#dropped++;
    if (this.#isOverflowing) return;
    this.#isOverflowing = true;
    this.#report(queueFull(this.#waiting.length));
  }

  #report(error: KigumiError): void {
    try {
      this.#options.onError(error);
    } catch {
      // Whoever listens must not keep records from being written.
    }
  }
}

function queueFull(waiting: number): KigumiError {
  return new KigumiError({
    code: "trace_queue_full",
    message: `${waiting} trace records wait to be stored, and no more fit; further ones are dropped and counted until some are stored. Free the disk, or raise maxQueueLength`,
    isRetryable: true,
    data: { waiting },
  });
}

function recordsRefused(reasons: readonly string[]): KigumiError {
  return new KigumiError({
    code: "trace_refused",
    message: `${reasons.length} trace record(s) could not be stored and were dropped: ${reasons[0]}`,
    data: { reasons },
  });
}

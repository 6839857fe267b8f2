/**
 * The Agents SDK ends the process on Ctrl-C when nobody else listens any more, and the command line listens once: then
 * an evaluation would not come to say how it goes on. While this is in place it does; asked twice, the process ends.
 */
const SIGNALS = ["SIGINT", "SIGTERM"] as const;
const INTERRUPTED = 130;

export function keepSignals(): Disposable {
  let times = 0;
  const onSignal = (): void => {
    if (++times > 1) process.exit(INTERRUPTED);
  };
  for (const signal of SIGNALS) process.on(signal, onSignal);
  return {
    [Symbol.dispose]() {
      for (const signal of SIGNALS) process.off(signal, onSignal);
    },
  };
}

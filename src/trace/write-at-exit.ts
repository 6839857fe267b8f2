/** A last chance, when the process ends: nothing asynchronous happens any more, so what is done here blocks. */

const writers = new Set<() => void>();

/** Returns the undo. One listener serves everybody, however many tracers there are. */
export function writeAtExit(write: () => void): () => void {
  if (writers.size === 0) process.on("exit", writeEverything);
  writers.add(write);
  return () => {
    if (writers.delete(write) && writers.size === 0) process.off("exit", writeEverything);
  };
}

function writeEverything(): void {
  for (const write of writers) write();
}

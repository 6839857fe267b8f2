/**
 * One writer per file in this process. A model may call two edits of one file at once; each reads, changes and writes
 * the whole of it, and without turns the first one's change would be lost.
 */
const tails = new Map<string, Promise<unknown>>();

export async function withFileLock<T>(path: string, task: () => Promise<T>): Promise<T> {
  const turn = (tails.get(path) ?? Promise.resolve()).then(task);
  const tail = turn.catch(() => undefined);
  tails.set(path, tail);
  try {
    return await turn;
  } finally {
    if (tails.get(path) === tail) tails.delete(path);
  }
}

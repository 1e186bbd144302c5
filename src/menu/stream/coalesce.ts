/**
 * Work that is done once at a time. Whoever asks while it is being done waits for the next time, since what has begun
 * may have looked before the change that they ask for; all who wait share that.
 */
export function afterAnother(work: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> = Promise.resolve()
  let waiting: Promise<void> | undefined

  async function begin(): Promise<void> {
    await running.catch(() => {})
    waiting = undefined
    running = work()
    return running
  }

  return () => {
    waiting ??= begin()
    return waiting
  }
}

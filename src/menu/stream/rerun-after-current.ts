/**
 * Wraps work so that only one run is in progress at a time. A call during a run starts another run afterwards: the
 * current run may have read the data too early. All calls during a run share the next run.
 */
export function rerunAfterCurrent(work: () => Promise<void>): () => Promise<void> {
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

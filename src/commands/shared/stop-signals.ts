export const STOP_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** Runs work until a signal aborts it. An abort is not an error. A second signal, of any kind, ends the process at once. */
export async function untilStopped(work: (signal: AbortSignal) => Promise<void>): Promise<void> {
  const controller = new AbortController()
  const stop = () => {
    for (const signal of STOP_SIGNALS) process.off(signal, stop)
    controller.abort()
  }
  for (const signal of STOP_SIGNALS) process.on(signal, stop)
  await work(controller.signal).catch((error) => {
    if (!controller.signal.aborted) throw error
  })
}

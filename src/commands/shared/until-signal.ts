export const STOP_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** Runs work until a signal aborts it. An abort is not an error. A second signal ends the process at once. */
export async function untilStopped(work: (signal: AbortSignal) => Promise<void>): Promise<void> {
  const controller = new AbortController()
  for (const signal of STOP_SIGNALS) process.once(signal, () => controller.abort())
  await work(controller.signal).catch((error) => {
    if (!controller.signal.aborted) throw error
  })
}

import { CommandError } from '../../lib/command-error.ts'

const STOP_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/**
 * Runs work that must clean up before the process ends. SIGINT, SIGTERM and SIGHUP abort it; a
 * second one ends the process at once.
 * @param outcome the end of the error message, such as `no backup was made`
 */
export async function untilSignal<Result>(
  outcome: string,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const controller = new AbortController()
  const stop = (signal: NodeJS.Signals) =>
    controller.abort(new CommandError(`Stopped by ${signal}: ${outcome}.`))
  for (const signal of STOP_SIGNALS) process.once(signal, stop)
  try {
    return await work(controller.signal)
  } finally {
    for (const signal of STOP_SIGNALS) process.off(signal, stop)
  }
}

/** Runs work that continues until one of these signals stops it, which is no error. */
export function untilStopped(work: (signal: AbortSignal) => Promise<void>): Promise<void> {
  return untilSignal('it was to go on', (signal) =>
    work(signal).catch((error) => {
      if (!signal.aborted) throw error
    }),
  )
}

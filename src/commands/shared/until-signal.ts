import { CommandError } from '../../command-error.ts'

const ENDING_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/**
 * An AbortSignal for work that must clean up before the process ends: SIGINT, SIGTERM and SIGHUP abort it.
 * @param outcome what did not happen, for the error message, such as `no backup was made`
 */
export function untilSignal(outcome: string): AbortSignal {
  const controller = new AbortController()
  for (const signal of ENDING_SIGNALS) {
    process.once(signal, () => controller.abort(new CommandError(`Stopped by ${signal}: ${outcome}.`)))
  }
  return controller.signal
}

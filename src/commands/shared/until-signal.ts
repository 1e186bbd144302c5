import { Refusal } from '../../command-error.ts'

const ENDING_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/**
 * A signal for work that must clean up before the process ends: it aborts when the process is told to stop.
 * @param outcome what has not happened then, for the sentence: `no backup was made`
 */
export function untilSignal(outcome: string): AbortSignal {
  const controller = new AbortController()
  for (const signal of ENDING_SIGNALS) {
    process.once(signal, () => controller.abort(new Refusal(`Stopped by ${signal}: ${outcome}.`)))
  }
  return controller.signal
}

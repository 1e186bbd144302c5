import { setTimeout as sleep } from 'node:timers/promises'
import { CommandError } from '../../lib/flow/command-error.ts'

const MAX_READINGS = 6
const WAIT_MS = 250

/**
 * What was read contradicts itself, probably because the service has changed between two requests. The message is what else
 * may be wrong, as a whole sentence, or empty.
 */
export class ChangedMeanwhile extends Error {
  override name = 'ChangedMeanwhile'
}

/** What was read by one or more requests. */
interface Reading<Result> {
  readonly result: Result
  /** Whether all of it was true at one moment: it is one response, or all responses are the same as when they were read last. */
  readonly isSettled: boolean
}

/**
 * Reads until all that was read was true at one moment. Several responses belong together if each of them is the same
 * when it is read again.
 * @param what is read, as the subject of an error message
 * @throws {CommandError} if it changes, or contradicts itself, each time
 */
export async function readUntilSettled<Result>(
  what: string,
  signal: AbortSignal,
  read: () => Promise<Reading<Result>>,
): Promise<Result> {
  for (let readings = 1; ; readings++) {
    const reading = await read().catch(asChange)
    const isChange = reading instanceof ChangedMeanwhile
    if (!isChange && reading.isSettled) return reading.result
    if (readings === MAX_READINGS)
      throw new CommandError(
        (isChange && reading.message) ||
          `${what} changed each of the ${MAX_READINGS} times it was read: try again later.`,
      )
    // Reading again at once confirms the first reading. What has changed by then may go on changing.
    if (readings > 1) await sleep(WAIT_MS * readings, undefined, { signal })
  }
}

function asChange(error: unknown): ChangedMeanwhile {
  if (error instanceof ChangedMeanwhile) return error
  throw error
}

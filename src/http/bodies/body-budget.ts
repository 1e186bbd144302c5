import { RETRY_AFTER_SECONDS, serviceUnavailable, tooManyRequests } from '../http-error.ts'
import { BODY_BUDGET } from './body-limits.ts'

/** The bytes of a budget that the body of one request may take. */
export interface BodyAllowance {
  /** @throws {HttpError} 429 if the bodies of its key have too many bytes, 503 if the bodies of all keys have */
  readonly take: (bytes: number) => void
  /** Gives back all bytes that were taken. */
  readonly release: () => void
}

/**
 * Creates a budget of bytes for the bodies that are in memory at once. Without a budget, clients that send slowly could fill the
 * memory.
 * @returns a function that creates the allowance of a request
 */
export function createBodyBudget(): (keyId: string) => BodyAllowance {
  const takenBy = new Map<string, number>()
  let takenByAll = 0

  function add(keyId: string, bytes: number): void {
    const ofKey = (takenBy.get(keyId) ?? 0) + bytes
    if (ofKey === 0) takenBy.delete(keyId)
    else takenBy.set(keyId, ofKey)
    takenByAll += bytes
  }

  return (keyId) => {
    let heldBytes = 0
    const countedBytesOf = (bytes: number) => Math.max(0, bytes - BODY_BUDGET.uncountedBytes)
    return {
      take(bytes) {
        const more = countedBytesOf(heldBytes + bytes) - countedBytesOf(heldBytes)
        if ((takenBy.get(keyId) ?? 0) + more > BODY_BUDGET.maxBytesOfKey) {
          throw tooManyRequests(RETRY_AFTER_SECONDS, 'Too many large bodies at once: send one after another')
        }
        if (takenByAll + more > BODY_BUDGET.maxBytes) throw serviceUnavailable()
        add(keyId, more)
        heldBytes += bytes
      },
      release() {
        add(keyId, -countedBytesOf(heldBytes))
        heldBytes = 0
      },
    }
  }
}

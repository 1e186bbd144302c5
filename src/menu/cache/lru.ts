import type { Answer } from './cached-response.ts'

/** What an answer and an address take beside their bytes. */
const ANSWER_OVERHEAD_BYTES = 1024
const ADDRESS_OVERHEAD_BYTES = 256
/** No answer may push out nearly all others. */
const MAX_SHARE = 1 / 4

/** Finished answers by their addresses, as many as fit. */
export interface AnswerCache {
  readonly get: (address: string) => Answer | undefined
  /** Keeps an answer, if it is not too large. @returns the equal one that is kept already, where there is one */
  readonly put: (address: string, answer: Answer) => Answer
  /** Counts what an answer has come to hold on top, if it is kept. */
  readonly grow: (answer: Answer, bytes: number) => void
  readonly heldBytes: () => number
}

interface Held {
  readonly answer: Answer
  addresses: number
  bytes: number
}

/**
 * A cache bounded in bytes that gives up what was not asked for longest. Equal answers are held once, however
 * many addresses they have: one that a filter is spelt in different ways for, one that an import did not change.
 */
export function createAnswerCache(maxBytes: number): AnswerCache {
  // Least recently used first: a Map keeps the order in which its keys were set.
  const answers = new Map<string, Held>()
  const heldByTag = new Map<string, Held>()
  let newest: string | undefined
  let heldBytes = 0

  function hold(answer: Answer): Held {
    const held = heldByTag.get(answer.tag) ?? { answer, addresses: 0, bytes: 0 }
    if (held.addresses === 0) {
      heldByTag.set(answer.tag, held)
      add(held, ANSWER_OVERHEAD_BYTES + answer.body.length)
    }
    return held
  }

  function add(held: Held, bytes: number): void {
    held.bytes += bytes
    heldBytes += bytes
  }

  function drop(address: string, held: Held): void {
    answers.delete(address)
    heldBytes -= bytesOf(address)
    held.addresses--
    if (held.addresses > 0) return
    heldByTag.delete(held.answer.tag)
    heldBytes -= held.bytes
  }

  function makeRoom(): void {
    for (const [address, held] of answers) {
      if (heldBytes <= maxBytes) return
      drop(address, held)
    }
  }

  return {
    heldBytes: () => heldBytes,
    get(address) {
      const held = answers.get(address)
      if (held !== undefined && address !== newest) {
        answers.delete(address)
        answers.set(address, held)
        newest = address
      }
      return held?.answer
    },
    put(address, answer) {
      if (answer.body.length > maxBytes * MAX_SHARE) return answer
      const known = answers.get(address)
      if (known) drop(address, known)
      const held = hold(answer)
      held.addresses++
      heldBytes += bytesOf(address)
      answers.set(address, held)
      newest = address
      makeRoom()
      return held.answer
    },
    grow(answer, bytes) {
      const held = heldByTag.get(answer.tag)
      if (held?.answer !== answer) return
      add(held, bytes)
      makeRoom()
    },
  }
}

function bytesOf(address: string): number {
  return ADDRESS_OVERHEAD_BYTES + address.length
}

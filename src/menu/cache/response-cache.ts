import { type Coding, type Compression, compress } from '../../http/compression.ts'
import { type Answer, toAnswer } from './cached-response.ts'
import { createAnswerCache } from './lru.ts'

/** What an answer is made of. */
export interface Content {
  /** In the shape of the route's response schema. */
  readonly value: object
  /** Where it belongs: the address asked for, or that of newer revisions. */
  readonly address: string
}

/** The answers of the menu interface. */
export interface Answers {
  /** The answer at an address: made before, or being made for somebody else, or made now. */
  readonly find: (address: string, build: () => Promise<Content>) => Promise<Answer>
  /** The body of an answer in a coding. It is compressed once, by another thread. */
  readonly bodyOf: (answer: Answer, coding: Coding) => Promise<Buffer>
  /** The same where it is kept and need not be waited for. */
  readonly keptBody: (address: string, coding: Coding) => Buffer | undefined
  readonly heldBytes: () => number
  /** How many answers were kept, and how many had to be made, so far. */
  readonly counts: () => { readonly kept: number; readonly made: number }
}

/**
 * The address of an answer. A revision names content and never comes back: so what is kept at an address cannot
 * be stale, and nobody has to throw it away when a menu changes.
 * @param question the endpoint, and its parameters in their one spelling
 * @param revisions the menus that it is about, each in one revision
 */
export function addressOf(question: string, revisions: string): string {
  return `${revisions} ${question}`
}

/**
 * Answers, of which those asked for last are kept.
 * @param maxBytes what the kept ones may take; 0 keeps none
 */
export function createAnswers(maxBytes: number): Answers {
  const cache = createAnswerCache(maxBytes)
  const builds = new Map<string, Promise<Answer>>()
  const counts = { kept: 0, made: 0 }

  async function make(build: () => Promise<Content>): Promise<Answer> {
    counts.made++
    const { value, address } = await build()
    return cache.put(address, toAnswer(value))
  }

  async function compressOnce(answer: Answer, coding: Compression): Promise<Buffer> {
    const body = await compress(answer.body, coding)
    answer.compressed.set(coding, body)
    cache.grow(answer, body.length)
    return body
  }

  return {
    heldBytes: cache.heldBytes,
    counts: () => counts,
    async find(address, build) {
      const kept = cache.get(address)
      if (kept === undefined) return once(builds, address, () => make(build))
      counts.kept++
      return kept
    },
    async bodyOf(answer, coding) {
      if (coding === 'identity') return answer.body
      return (
        answer.compressed.get(coding) ?? once(answer.compressing, coding, () => compressOnce(answer, coding))
      )
    },
    keptBody(address, coding) {
      const answer = cache.get(address)
      if (answer) counts.kept++
      return coding === 'identity' ? answer?.body : answer?.compressed.get(coding)
    },
  }
}

/** Begins some work, or joins in waiting for it where it has begun. */
async function once<Key, Result>(
  running: Map<Key, Promise<Result>>,
  key: Key,
  work: () => Promise<Result>,
): Promise<Result> {
  const begun = running.get(key)
  if (begun) return begun
  const beginning = work().finally(() => running.delete(key))
  running.set(key, beginning)
  return beginning
}

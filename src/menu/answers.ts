import { type Answer, toAnswer } from './answer.ts'
import { createAnswerCache } from './answer-cache.ts'
import { type Compression, compress } from './compression.ts'

/** What an answer is made of. */
export interface Content {
  /** In the shape of the route's response schema. */
  readonly value: object
  /** The revisions of the menus in which it was read: those asked for, or newer ones. */
  readonly revisions: string
}

/** The answers of the menu interface. */
export interface Answers {
  /**
   * The answer to a question about menus in these revisions: the one that was made before, or is being made
   * for somebody else, or made now.
   * @param question the endpoint and its parameters in their normal form
   */
  readonly find: (question: string, revisions: string, build: () => Promise<Content>) => Promise<Answer>
  /** The answer's bytes compressed, which is done once. */
  readonly compressed: (answer: Answer, coding: Compression) => Promise<Buffer>
  readonly heldBytes: () => number
}

/**
 * Answers, of which those asked for last are kept. A revision names content and never comes back: so what is
 * kept by revision cannot be stale, and nobody has to throw it away when a menu changes.
 * @param maxBytes what the kept answers may take; 0 keeps none
 */
export function createAnswers(maxBytes: number): Answers {
  const cache = createAnswerCache(maxBytes)
  const builds = new Map<string, Promise<Answer>>()

  async function make(question: string, build: () => Promise<Content>): Promise<Answer> {
    const { value, revisions } = await build()
    return cache.put(addressOf(question, revisions), toAnswer(value))
  }

  async function compressOnce(answer: Answer, coding: Compression): Promise<Buffer> {
    try {
      const body = await compress(answer.body, coding)
      cache.grow(answer, body.length)
      return body
    } catch (error) {
      answer.compressed.delete(coding)
      throw error
    }
  }

  return {
    heldBytes: cache.heldBytes,
    async find(question, revisions, build) {
      const address = addressOf(question, revisions)
      const kept = cache.get(address)
      if (kept) return kept
      let building = builds.get(address)
      if (building === undefined) {
        building = make(question, build).finally(() => builds.delete(address))
        builds.set(address, building)
      }
      return building
    },
    async compressed(answer, coding) {
      let compressing = answer.compressed.get(coding)
      if (compressing === undefined) {
        compressing = compressOnce(answer, coding)
        answer.compressed.set(coding, compressing)
      }
      return compressing
    },
  }
}

function addressOf(question: string, revisions: string): string {
  return `${revisions} ${question}`
}

import { type DocumentErrors, showValue } from './errors.ts'
import { copyId } from './ids.ts'

/**
 * Collects references to ids. An id may come after its references, so they are checked at the end. Of the
 * references to one id only the first is kept, so that memory is limited by the number of ids.
 */
export class References {
  /** Ids that were unknown when they were read, with the JSON pointers of their first references. */
  readonly #unresolved = new Map<string, string>()
  readonly #isKnown: (id: string) => boolean

  /** @param isKnown whether an id has been seen so far */
  constructor(isKnown: (id: string) => boolean) {
    this.#isKnown = isKnown
  }

  add(id: string, pointer: string): void {
    if (!this.#isKnown(id) && !this.#unresolved.has(id)) this.#unresolved.set(copyId(id), pointer)
  }

  /** @param find queries the database for these ids, and returns those that exist */
  async check(
    noun: string,
    find: (ids: Iterable<string>) => Promise<ReadonlySet<string>>,
    errors: DocumentErrors,
  ): Promise<void> {
    for (const id of this.#unresolved.keys()) if (this.#isKnown(id)) this.#unresolved.delete(id)
    const existing = await find(this.#unresolved.keys())
    for (const [id, pointer] of this.#unresolved) {
      if (!existing.has(id)) errors.add(pointer, `must be the id of a ${noun}, got ${showValue(id)}`)
    }
  }
}

import { type DocumentErrors, SHOWN_FAULTS, showValue } from './errors.ts'

interface Reference {
  readonly place: string
  /** A sequence number: errors are shown in the order of the import file. */
  readonly order: number
}

interface Unresolved {
  count: number
  readonly first: Reference[]
}

/** Collects references to ids. An id may come after its references, so they are checked at the end. */
export class References {
  readonly #unresolved = new Map<string, Unresolved>()
  readonly #isKnown: (id: string) => boolean
  #order = 0

  /** @param isKnown whether an id has been seen so far; references to known ids are not stored */
  constructor(isKnown: (id: string) => boolean) {
    this.#isKnown = isKnown
  }

  add(id: string, place: () => string): void {
    if (this.#isKnown(id)) return
    const unresolved = this.#unresolved.get(id) ?? { count: 0, first: [] }
    if (unresolved.count === 0) this.#unresolved.set(id, unresolved)
    unresolved.count += 1
    if (unresolved.first.length < SHOWN_FAULTS)
      unresolved.first.push({ place: place(), order: this.#order++ })
  }

  /** @param find queries the database for these ids, and returns those that exist */
  async check(
    noun: string,
    find: (ids: Iterable<string>) => Promise<ReadonlySet<string>>,
    faults: DocumentErrors,
  ): Promise<void> {
    for (const id of this.#unresolved.keys()) if (this.#isKnown(id)) this.#unresolved.delete(id)
    for (const id of await find(this.#unresolved.keys())) this.#unresolved.delete(id)
    const all = [...this.#unresolved]
    const count = all.reduce((sum, [, unresolved]) => sum + unresolved.count, 0)
    // Ids are in the order of their first references, so the first references all belong to the first ids.
    const shown = all
      .slice(0, SHOWN_FAULTS)
      .flatMap(([id, { first }]) => first.map((reference) => ({ ...reference, id })))
    shown.sort((a, b) => a.order - b.order)
    for (const { place, id } of shown.slice(0, SHOWN_FAULTS)) {
      faults.add(place, `must be the id of a ${noun}, got ${showValue(id)}`)
    }
    faults.addHidden(Math.max(0, count - SHOWN_FAULTS))
  }
}

import { type Faults, SHOWN_FAULTS, showValue } from './errors.ts'

interface Reference {
  readonly place: string
  /** How many references came before it: faults are shown in the order of the document. */
  readonly order: number
}

interface Unresolved {
  count: number
  readonly first: Reference[]
}

/** What a document refers to. What is referred to may come later, so that all is known only at the end. */
export class References {
  readonly #unresolved = new Map<string, Unresolved>()
  readonly #isKnown: (id: string) => boolean
  #order = 0

  /** @param isKnown whether an id has been seen by now; then its references need not be held */
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

  /** @param find asks the database which of these ids it has */
  async check(
    noun: string,
    find: (ids: Iterable<string>) => Promise<ReadonlySet<string>>,
    faults: Faults,
  ): Promise<void> {
    for (const id of this.#unresolved.keys()) if (this.#isKnown(id)) this.#unresolved.delete(id)
    for (const id of await find(this.#unresolved.keys())) this.#unresolved.delete(id)
    const all = [...this.#unresolved]
    const count = all.reduce((sum, [, unresolved]) => sum + unresolved.count, 0)
    // They come in the order of their first places: those of later ids are no earlier.
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

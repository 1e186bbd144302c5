/** What a text says of allergens. */
export class FoundAllergens {
  /** Those that boards know. */
  readonly slugs = new Set<string>()
  /** The names in the text of those that boards know. */
  readonly names: string[] = []
  /** Other names as they are in tags, with those in the text. */
  readonly unknown = new Map<string, string>()
  /** What is no name: a letter that means other things elsewhere, or a text such as `no nuts`. */
  readonly lost: string[] = []
  /** Whether only traces of some are possible. */
  hasTraces = false
  /** Whether there are numbers instead of names. */
  isNumbered = false

  add(slug: string, name: string): void {
    this.slugs.add(slug)
    this.names.push(name)
  }

  /** Adds what another text says, except for what is not known. */
  addKnown(other: FoundAllergens): void {
    for (const slug of other.slugs) this.slugs.add(slug)
    this.names.push(...other.names)
    this.hasTraces ||= other.hasTraces
    this.isNumbered ||= other.isNumbered
  }

  addAll(other: FoundAllergens): void {
    this.addKnown(other)
    for (const [tagName, name] of other.unknown) this.unknown.set(tagName, name)
    this.lost.push(...other.lost)
  }
}

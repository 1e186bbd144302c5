import { cut, DocumentErrors } from '../errors.ts'

/** How many names of one kind are shown. The rest are only counted. */
const SHOWN_NAMES = 10

/** What happened to some things, for one of them and for several: `item has no price` and `items have no price`. */
export interface Reason {
  readonly one: string
  readonly many: string
}

/** What a conversion could not carry over, what it left out because the source hides it, and the errors in the files. */
export class Report {
  readonly errors = new DocumentErrors()
  readonly #lost = new Map<Reason, string[]>()
  readonly #skipped = new Map<Reason, number>()

  /** Adds something that cannot be carried over. With `--strict`, it is an error. */
  lose(reason: Reason, name: string): void {
    const names = this.#lost.get(reason)
    if (names) names.push(name)
    else this.#lost.set(reason, [name])
  }

  /** Counts something that is left out because the source says so: it is hidden, deleted or archived. */
  skip(reason: Reason, count = 1): void {
    this.#skipped.set(reason, (this.#skipped.get(reason) ?? 0) + count)
  }

  /** Whether anything was lost. */
  get hasLosses(): boolean {
    return this.#lost.size > 0
  }

  /** The sentences of the report. What was lost comes first, with names. */
  *lines(): Generator<string> {
    for (const [reason, names] of this.#lost) yield `${describe(reason, names.length)}: ${listNames(names)}.`
    for (const [reason, count] of this.#skipped) yield `${describe(reason, count)}.`
  }
}

function describe({ one, many }: Reason, count: number): string {
  return `${count} ${count === 1 ? one : many}`
}

function listNames(names: readonly string[]): string {
  const rest = names.length > SHOWN_NAMES ? ` and ${names.length - SHOWN_NAMES} more` : ''
  return `${names.slice(0, SHOWN_NAMES).map(cut).join(', ')}${rest}`
}

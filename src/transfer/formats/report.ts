import { cut, DocumentErrors } from '../errors.ts'

/** How many names of one kind are shown. The rest are only counted. */
const SHOWN_NAMES = 10

/** The first names, and how many there are: a file with references can lose millions. */
interface Names {
  readonly shown: string[]
  count: number
}

/** What happened to some things, for one of them and for several: `item has no price` and `items have no price`. */
export interface Reason {
  readonly one: string
  readonly many: string
}

/** What a conversion could not carry over, what it left out because the source hides it, and the errors in the files. */
export class Report {
  readonly errors = new DocumentErrors()
  readonly #lost = new Map<Reason, Names>()
  readonly #skipped = new Map<Reason, number>()

  /** Adds something that cannot be carried over. With `--strict`, it is an error. */
  lose(reason: Reason, name: string): void {
    const names = this.#lost.get(reason) ?? { shown: [], count: 0 }
    if (names.count === 0) this.#lost.set(reason, names)
    if (names.count < SHOWN_NAMES) names.shown.push(name)
    names.count += 1
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
    for (const [reason, names] of this.#lost) yield `${describe(reason, names.count)}: ${listNames(names)}.`
    for (const [reason, count] of this.#skipped) yield `${describe(reason, count)}.`
  }
}

function describe({ one, many }: Reason, count: number): string {
  return `${count} ${count === 1 ? one : many}`
}

function listNames({ shown, count }: Names): string {
  const rest = count > shown.length ? ` and ${count - shown.length} more` : ''
  return `${shown.map(cut).join(', ')}${rest}`
}

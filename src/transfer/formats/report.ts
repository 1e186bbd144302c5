import { cut, DocumentErrors } from '../errors.ts'

/** How many names of one kind are shown. The rest are only counted. */
const SHOWN_NAMES = 10

/** What happened to some things, for one of them and for several: `item has no price` and `items have no price`. */
export interface Reason {
  readonly one: string
  readonly many: string
}

/** How often something happened, and to what. Only the first names: a file with references can lose millions. */
interface Entry extends Reason {
  readonly names: string[]
  count: number
}

/** What a conversion could not carry over, what it left out because the source hides it, and the errors in the files. */
export class ConversionReport {
  readonly errors = new DocumentErrors()
  readonly #lost = new Map<string, Entry>()
  readonly #skipped = new Map<string, Entry>()

  /** Adds something that cannot be carried over. With `--strict`, it is an error. */
  lose(reason: Reason, name: string): void {
    const { names } = count(this.#lost, reason, 1)
    if (names.length < SHOWN_NAMES) names.push(cut(name))
  }

  /** Counts something that is left out because the source says so: it is hidden, deleted or archived. */
  skip(reason: Reason, number = 1): void {
    count(this.#skipped, reason, number)
  }

  /** Whether anything was lost. */
  get hasLosses(): boolean {
    return this.#lost.size > 0
  }

  /** The sentences of the report. What was lost comes first, with names. */
  *lines(): Generator<string> {
    for (const entry of [...this.#lost.values(), ...this.#skipped.values()]) {
      const { one, many, names, count: number } = entry
      const rest = number > names.length ? ` and ${number - names.length} more` : ''
      const listed = names.length > 0 ? `: ${names.join(', ')}${rest}` : ''
      yield `${number} ${number === 1 ? one : many}${listed}.`
    }
  }
}

function count(entries: Map<string, Entry>, reason: Reason, number: number): Entry {
  const entry = entries.get(reason.one) ?? { ...reason, names: [], count: 0 }
  entry.count += number
  entries.set(reason.one, entry)
  return entry
}

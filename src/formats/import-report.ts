import { ImportErrorList } from '../documents/import-error.ts'
import { listNames, MAX_SHOWN_NAMES } from '../lib/text/list-names.ts'

/** A text for one thing or for several: `[item|items] [has|have] no price`. */
export type CountedText = string

/** How often something happened, and the first of the names, of which a file may have millions. */
interface Occurrences {
  readonly names: string[]
  count: number
}

type Counts = Map<CountedText, Occurrences>

/** The losses of a conversion, the parts that the source hides, and the errors in the files. */
export class ImportReport {
  readonly errors = new ImportErrorList()
  readonly #lost: Counts = new Map()
  readonly #notes: Counts = new Map()

  /** Adds something that cannot be carried over. With `--strict`, it is an error. */
  addLoss(reason: CountedText, name: string): void {
    add(this.#lost, reason, 1, name)
  }

  /** Notes something that is no loss, such as parts that the source hides. */
  addNote(reason: CountedText, name?: string): void {
    add(this.#notes, reason, 1, name)
  }

  addNotes(reason: CountedText, number: number): void {
    add(this.#notes, reason, number)
  }

  get hasLosses(): boolean {
    return this.#lost.size > 0
  }

  /** The sentences of the report, first those of losses. */
  *lines(): Generator<string> {
    for (const [reason, { names, count: number }] of [...this.#lost, ...this.#notes]) {
      const what = inSingularOrPlural(reason, number)
      yield `${number} ${what}${names.length > 0 ? `: ${listNames(names, MAX_SHOWN_NAMES, number)}` : ''}.`
    }
  }
}

function inSingularOrPlural(text: string, number: number): string {
  return text.replace(/\[([^[\]|]*)\|([^[\]|]*)\]/g, number === 1 ? '$1' : '$2')
}

function add(counts: Counts, reason: CountedText, number: number, name?: string): void {
  const occurrences = counts.get(reason) ?? { names: [], count: 0 }
  counts.set(reason, occurrences)
  occurrences.count += number
  if (name !== undefined && occurrences.names.length < MAX_SHOWN_NAMES) occurrences.names.push(name)
}

import { rangeProblem } from '../../menu/amounts.ts'
import { cut, ImportErrors } from '../errors.ts'

/** How many names of one kind are shown. The rest are only counted. */
const SHOWN_NAMES = 10

/** What happened to some things, for one of them and for several: `[item|items] [has|have] no price`. */
export type Reason = string

/** How often something happened, and to what. Only the first names: a file with references can lose millions. */
interface Entry {
  readonly names: string[]
  count: number
}

/** What a conversion could not carry over, what it left out because the source hides it, and the errors in the files. */
export class ConversionReport {
  readonly errors = new ImportErrors()
  readonly #lost = new Map<Reason, Entry>()
  readonly #assumed = new Map<Reason, Entry>()
  readonly #notes: string[] = []
  readonly #unread = new Set<string>()
  readonly #skipped = new Map<Reason, Entry>()

  /** Adds something that cannot be carried over. With `--strict`, it is an error. */
  lose(reason: Reason, name: string): void {
    add(this.#lost, reason, 1, name)
  }

  /** Adds a column that is not read. @param name its heading, with what it may be meant to be */
  loseColumn(reason: Reason, name: string): void {
    this.lose(reason, name)
    this.#unread.add(cut(name))
  }

  /** The columns that were not read, in words; empty if there are none. Those of several sheets or files are named once. */
  get unreadColumns(): string {
    const names = [...this.#unread]
    return listNames({ names: names.slice(0, SHOWN_NAMES), count: names.length })
  }

  /** Adds something that was read by a rule, but may have been meant otherwise. It is no loss. */
  assume(reason: Reason, name: string): void {
    add(this.#assumed, reason, 1, name)
  }

  /** Counts something that is left out because the source says so: it is hidden, deleted or archived. */
  skip(reason: Reason, number = 1): void {
    add(this.#skipped, reason, number)
  }

  /** Adds a sentence about something that was read, but may have been meant otherwise. */
  note(sentence: string): void {
    this.#notes.push(sentence)
  }

  /** Adds an error if a price or calories cannot be imported. @param what it is, and where */
  checkRange(what: string, amount: number, maximum: number): void {
    const problem = rangeProblem(amount, maximum)
    if (problem !== undefined) this.errors.add(what, `${problem}, got ${amount}`)
  }

  get hasLosses(): boolean {
    return this.#lost.size > 0
  }

  /** The sentences of the report. What was lost comes first, with names, and notes come last. */
  *lines(): Generator<string> {
    for (const [reason, { names, count: number }] of [...this.#lost, ...this.#assumed, ...this.#skipped]) {
      const what = inNumber(reason, number)
      yield `${number} ${what}${names.length > 0 ? `: ${listNames({ names, count: number })}` : ''}.`
    }
    yield* this.#notes
  }
}

/** A text for one thing or for several: see `Reason`. */
export function inNumber(text: string, number: number): string {
  return text.replace(/\[([^[\]|]*)\|([^[\]|]*)\]/g, number === 1 ? '$1' : '$2')
}

function listNames({ names, count: number }: Entry): string {
  const rest = number > names.length ? ` and ${number - names.length} more` : ''
  return `${names.join(', ')}${rest}`
}

function add(entries: Map<Reason, Entry>, reason: Reason, number: number, name?: string): void {
  const entry = entries.get(reason) ?? { names: [], count: 0 }
  entries.set(reason, entry)
  entry.count += number
  if (name !== undefined && entry.names.length < SHOWN_NAMES) entry.names.push(cut(name))
}

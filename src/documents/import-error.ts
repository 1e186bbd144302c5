import { shorten } from '../lib/text/cut-to.ts'
import { counted } from '../lib/text/format-number.ts'

/** How many errors are shown. The rest are only counted. */
const MAX_SHOWN_ERRORS = 20

export const UNKNOWN_FIELD = 'is not a field'

/** An import was refused. The message has one line per error, each with its place. */
export class ImportError extends Error {
  override name = 'ImportError'
}

export interface ErrorCollector {
  readonly count: number
  /** Whether messages may show values of the input. */
  readonly showsValues: boolean
  /** @param pointer JSON pointer (RFC 6901) to the error, after the name of its file if there is one */
  add(pointer: string, message: string): void
}

export class ImportErrorList implements ErrorCollector {
  readonly showsValues = true
  readonly #shown: string[] = []
  count = 0
  #last = ''

  add(pointer: string, message: string): void {
    const line = `${pointer || '/'}: ${message}`
    // One value may violate two rules that have the same message.
    if (line === this.#last) return
    this.#last = line
    this.count += 1
    if (this.#shown.length < MAX_SHOWN_ERRORS) this.#shown.push(line)
  }

  requireNone(): void {
    if (this.count === 0) return
    const hidden = this.count - this.#shown.length
    const rest = hidden > 0 ? [`… and ${counted(hidden, 'more error')}.`] : []
    throw new ImportError([...this.#shown, ...rest].join('\n'))
  }
}

/** Formats a value for an error message. The result is short, whatever the value is. */
export function showValue(value: unknown): string {
  if (Array.isArray(value)) return 'an array'
  if (typeof value === 'object' && value !== null) return 'an object'
  if (typeof value !== 'string') return String(value)
  return JSON.stringify(shorten(value))
}

/** Like `showValue`, for values that may be a key: the content of a text is not shown. */
export function showWithoutText(value: unknown): string {
  return typeof value === 'string' ? 'text' : showValue(value)
}

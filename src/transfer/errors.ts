/** How many faults are shown; of the others only the number is. */
export const SHOWN_FAULTS = 20
const SHOWN_VALUE_LENGTH = 60

/** How many levels groups may nest in groups, and items in items. */
export const MAX_NESTING = 256
export const TOO_DEEP = `must not nest deeper than ${MAX_NESTING} levels`
export const CHANGED = '/: must not change while it is imported'

/** A document that was refused; the message is a line for each fault, with its place. */
export class DocumentError extends Error {
  override name = 'DocumentError'
}

/** Collects what is wrong with a document. */
export class Faults {
  readonly #shown: string[] = []
  count = 0
  #last = ''

  /** @param place JSON pointer (RFC 6901) to the fault */
  add(place: string, message: string): void {
    const line = `${place || '/'}: ${message}`
    // One value may break two rules that are the same in words.
    if (line === this.#last) return
    this.#last = line
    this.count += 1
    if (this.#shown.length < SHOWN_FAULTS) this.#shown.push(line)
  }

  /** Counts faults that come too late to be shown. */
  addHidden(count: number): void {
    this.count += count
  }

  /** @throws {DocumentError} if there is any fault */
  throwIfAny(): void {
    if (this.count === 0) return
    const hidden = this.count - this.#shown.length
    const rest = hidden > 0 ? [`… and ${hidden} more ${hidden === 1 ? 'fault' : 'faults'}.`] : []
    throw new DocumentError([...this.#shown, ...rest].join('\n'))
  }
}

/** A value as a fault shows it: short, whatever it holds. */
export function showValue(value: unknown): string {
  if (Array.isArray(value)) return 'an array'
  if (typeof value === 'object' && value !== null) return 'an object'
  if (typeof value !== 'string') return String(value)
  return JSON.stringify(cut(value))
}

/** The same where the value may be a key: a text is not shown. */
export function showKind(value: unknown): string {
  return typeof value === 'string' ? 'text' : showValue(value)
}

/** A text as it is shown: short. */
export function cut(text: string): string {
  return text.length > SHOWN_VALUE_LENGTH ? `${text.slice(0, SHOWN_VALUE_LENGTH)}…` : text
}

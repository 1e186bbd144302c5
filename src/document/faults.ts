/** How many faults are shown; of the others only the number is. */
const SHOWN_FAULTS = 20
const SHOWN_VALUE_LENGTH = 60

/** A document that was refused; the message is a line for each fault, with its place. */
export class DocumentError extends Error {
  override name = 'DocumentError'
}

/** Collects what is wrong with a document. */
export class Faults {
  readonly #shown: string[] = []
  #count = 0
  #last = ''

  /** @param place JSON pointer (RFC 6901) to the fault */
  add(place: string, message: string): void {
    const line = `${place || '/'}: ${message}`
    // One value may break two rules that are the same in words.
    if (line === this.#last) return
    this.#last = line
    this.#count += 1
    if (this.#shown.length < SHOWN_FAULTS) this.#shown.push(line)
  }

  /** @throws {DocumentError} if there is any fault */
  throwIfAny(): void {
    if (this.#count === 0) return
    const hidden = this.#count - this.#shown.length
    const rest = hidden > 0 ? [`… and ${hidden} more ${hidden === 1 ? 'fault' : 'faults'}.`] : []
    throw new DocumentError([...this.#shown, ...rest].join('\n'))
  }
}

/** A value as a fault shows it: short, whatever it holds. */
export function showValue(value: unknown): string {
  if (Array.isArray(value)) return 'an array'
  if (typeof value === 'object' && value !== null) return 'an object'
  if (typeof value !== 'string') return String(value)
  const cut = value.length > SHOWN_VALUE_LENGTH ? `${value.slice(0, SHOWN_VALUE_LENGTH)}…` : value
  return JSON.stringify(cut)
}

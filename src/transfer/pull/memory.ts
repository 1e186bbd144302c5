import { hash } from 'node:crypto'
import { CommandError } from '../../lib/flow/command-error.ts'

/** How much is read before it is imported. All of it is in memory until then. */
const MAX_BYTES = 512 * 1024 * 1024
/** Those of more than a million items. */
const MAX_VALUES = 16_000_000
/** What to do if there is more than fits into memory. */
export const LESS = 'pull with several keys, each with grants for some of the menus'

/** A response that was read, with what is needed to ask whether it is still the same. */
export interface Known {
  readonly value: unknown
  /** The same for the same body. */
  readonly digest: string
  readonly etag: string | null
  /** The length of its body. */
  readonly bytes: number
  /** About how many values it has. */
  readonly values: number
}

/** The last responses of a service, by their addresses. Those that a run did not need are forgotten after it. */
export class Memory {
  readonly #service: string
  #last = new Map<string, Known>()
  #current = new Map<string, Known>()
  #bytes = 0
  #values = 0

  /** @param service its address, for messages */
  constructor(service: string) {
    this.#service = service
  }

  /** Call it before anything is read. */
  startRun(): void {
    // Those of a run that has failed.
    for (const [address, known] of this.#current) this.#last.set(address, known)
    this.#current = new Map()
    this.#bytes = 0
    this.#values = 0
  }

  find(address: string): Known | undefined {
    return this.#current.get(address) ?? this.#last.get(address)
  }

  /** @throws {CommandError} if a run has read more than fits into memory */
  keep(address: string, known: Known): void {
    const before = this.#current.get(address)
    this.#bytes += known.bytes - (before?.bytes ?? 0)
    this.#values += known.values - (before?.values ?? 0)
    if (this.#bytes > MAX_BYTES) throw this.#tooMuch(`${MAX_BYTES / 1024 / 1024} MiB`)
    if (this.#values > MAX_VALUES) throw this.#tooMuch(`${MAX_VALUES.toLocaleString('en')} values`)
    this.#current.set(address, known)
    this.#last.delete(address)
  }

  /** Call it after everything was read. @returns a text that differs if any response differs from the last run */
  finishRun(): string {
    this.#last = this.#current
    this.#current = new Map()
    const digests = Array.from(this.#last, ([address, { digest }]) => `${address} ${digest}`)
    return hash('sha256', digests.sort().join('\n'))
  }

  #tooMuch(limit: string): CommandError {
    return new CommandError(`${this.#service} has more than ${limit}, which do not fit into memory: ${LESS}.`)
  }
}

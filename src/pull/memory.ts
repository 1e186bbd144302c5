import { hash } from 'node:crypto'

/** A response that was read, with what is needed to ask whether it is still the same. */
export interface Known {
  readonly value: unknown
  /** The same for the same body. */
  readonly digest: string
  readonly etag: string | null
}

/** The last responses of a service, by their addresses. Those that a run did not need are forgotten after it. */
export class Memory {
  #last: ReadonlyMap<string, Known> = new Map()
  #current = new Map<string, Known>()

  find(address: string): Known | undefined {
    return this.#current.get(address) ?? this.#last.get(address)
  }

  keep(address: string, known: Known): void {
    this.#current.set(address, known)
  }

  /** Call it after everything was read. @returns a text that differs if any response differs from the last run */
  finishRun(): string {
    this.#last = this.#current
    this.#current = new Map()
    const digests = Array.from(this.#last, ([address, { digest }]) => `${address} ${digest}`)
    return hash('sha256', digests.sort().join('\n'))
  }
}

import { DocumentError } from '../../errors.ts'

const MAX_NODES = 250_000

/** Limits what a small file may become by references, which can double it at every level. */
export class Budget {
  #left = MAX_NODES

  /** Takes items or groups. @throws {DocumentError} if there are too many */
  spend(place: string, count = 1): void {
    this.#left -= count
    if (this.#left >= 0) return
    throw new DocumentError(
      `${place}: must not become more than ${MAX_NODES} items: look for parts that refer to each other`,
    )
  }
}

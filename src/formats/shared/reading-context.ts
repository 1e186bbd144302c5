import { ImportError } from '../../documents/import-error.ts'
import type { FormatOptions } from '../format-options.ts'
import type { ImportReport } from '../import-report.ts'
import type { Prices } from './prices.ts'

const MAX_NODES = 250_000
const TOO_MANY_NODES = `must not become more than ${MAX_NODES} items: look for parts that refer to each other`

/** Limits the number of items and groups, because references can double a small file at every level. */
export class Budget {
  #left = MAX_NODES

  /** Counts items or groups. @throws {ImportError} if there are too many */
  spend(place: string, count = 1): void {
    this.#left -= count
    if (this.#left < 0) throw new ImportError(`${place}: ${TOO_MANY_NODES}`)
  }
}

/** The context for reading any part of a file. */
export interface ReadingContext {
  readonly prices: Prices
  readonly budget: Budget
  readonly options: FormatOptions
  readonly report: ImportReport
}

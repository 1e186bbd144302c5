import { DocumentError } from '../../documents/document-error.ts'
import type { FormatOptions } from '../format-options.ts'
import type { ConversionReport } from '../report.ts'
import { Prices } from './prices.ts'

const MAX_NODES = 250_000

/** Limits the number of items and groups, because references can double a small file at every level. */
export class Budget {
  #left = MAX_NODES

  /** Counts items or groups. @throws {DocumentError} if there are too many */
  spend(place: string, count = 1): void {
    this.#left -= count
    if (this.#left >= 0) return
    throw new DocumentError(
      `${place}: must not become more than ${MAX_NODES} items: look for parts that refer to each other`,
    )
  }
}

/** The context for reading any part of a file. */
export interface Reading {
  readonly prices: Prices
  readonly budget: Budget
  readonly options: FormatOptions
  readonly report: ConversionReport
}

export function newReading(options: FormatOptions, report: ConversionReport): Reading {
  return { prices: new Prices(options.currency, report), budget: new Budget(), options, report }
}

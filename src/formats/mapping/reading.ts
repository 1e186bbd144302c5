import { DocumentError } from '../../documents/document-error.ts'
import type { FormatOptions } from '../format-options.ts'
import { ConversionReport } from '../report.ts'
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

/** Reads menus twice: first for the currencies of their prices, and then for everything. */
export function readTwice<Menus>(
  options: FormatOptions,
  report: ConversionReport,
  read: (reading: Reading) => Menus,
): Menus {
  const prices = new Prices(options.currency)
  read({ prices, budget: new Budget(), options, report: new ConversionReport() })
  prices.decide()
  return read({ prices, budget: new Budget(), options, report })
}

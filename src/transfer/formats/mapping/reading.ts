import { DocumentError } from '../../errors.ts'
import type { FormatOptions } from '../format.ts'
import { ConversionReport } from '../report.ts'
import { Prices } from './prices.ts'

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

/** What is needed to read any part of a file. */
export interface Reading {
  readonly prices: Prices
  readonly budget: Budget
  readonly options: FormatOptions
  readonly report: ConversionReport
}

/**
 * Reads menus twice: for their prices, and then for everything.
 * @param usual what is taken where the prices do not say it
 */
export function readTwice<Menus>(
  options: FormatOptions,
  report: ConversionReport,
  read: (reading: Reading) => Menus,
  usual?: ConstructorParameters<typeof Prices>[1],
): Menus {
  const prices = new Prices(options.currency, usual)
  read({ prices, budget: new Budget(), options, report: new ConversionReport() })
  prices.decide()
  return read({ prices, budget: new Budget(), options, report })
}

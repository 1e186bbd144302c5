import { DocumentError } from '../../documents/document-error.ts'
import type { FormatOptions } from '../format-options.ts'
import type { ImportReport } from '../import-report.ts'
import { Prices } from './prices.ts'

const MAX_NODES = 250_000

/** Limits the number of items and groups, because references can double a small file at every level. */
function newBudget() {
  let left = MAX_NODES
  /** Counts items or groups. @throws {DocumentError} if there are too many */
  function spend(place: string, count = 1): void {
    left -= count
    if (left >= 0) return
    throw new DocumentError(
      `${place}: must not become more than ${MAX_NODES} items: look for parts that refer to each other`,
    )
  }
  return { spend }
}

/** The context for reading any part of a file. */
export interface ReadingContext {
  readonly prices: Prices
  readonly budget: ReturnType<typeof newBudget>
  readonly options: FormatOptions
  readonly report: ImportReport
}

export function newReadingContext(options: FormatOptions, report: ImportReport): ReadingContext {
  return { prices: new Prices(options.currency, report), budget: newBudget(), options, report }
}

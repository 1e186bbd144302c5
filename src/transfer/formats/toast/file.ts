import type { FormatOptions } from '../format.ts'
import type { Budget } from '../mapping/budget.ts'
import type { Prices } from '../mapping/prices.ts'
import type { ConversionReport } from '../report.ts'
import type { References } from './references.ts'
import type { Stock } from './stock.ts'

/** What is needed to read any part of a file. */
export interface ToastFile {
  readonly references: References
  readonly stock: Stock
  readonly prices: Prices
  readonly budget: Budget
  readonly options: FormatOptions
  readonly report: ConversionReport
}

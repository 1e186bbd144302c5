import type { Cell } from '../containers/container.ts'
import { currenciesOf } from '../mapping/currencies.ts'
import { readPriceText } from '../mapping/price-text.ts'

export interface ShownAmount {
  /** A number, or a text if it shows more than a number; undefined if it shows nothing, or a dash. */
  readonly value: Cell | undefined
  /** The code or sign of the currency that it shows with a number. */
  readonly currency?: string
  /** The number itself, where the cell shows fewer digits of it. */
  readonly exact?: number
}

/** Less than this is an error of a computation. */
const NOISE = 1e-6

/** @param shown what the spreadsheet shows of a number, in English; undefined if that is just the number */
export function readShown(cell: Cell | undefined, shown: string | undefined): ShownAmount {
  if (typeof cell !== 'number' || shown === undefined) return { value: shown ?? cell }
  if (isNothing(shown)) return { value: undefined }
  const read = readPriceText(shown.replace(/(?<=\d),(?=\d{3})/g, ''))
  if (read === undefined) return { value: shown }
  const unsigned = typeof read.amount === 'number' ? read.amount : read.amount.decimal
  // Some formats show negative numbers in red only.
  const value = cell < 0 ? -Math.abs(unsigned) : unsigned
  const exact = Math.abs(value - cell) > NOISE ? { exact: cell } : {}
  return { value, currency: read.currency, ...exact }
}

/** Whether a format shows nothing of a number, or a dash, also with a currency, as accountants write 0. */
function isNothing(shown: string): boolean {
  const rest = shown.replace(/[-–—\s]+/gu, '')
  return rest === '' || (/[-–—]/.test(shown) && currenciesOf(rest) !== undefined)
}

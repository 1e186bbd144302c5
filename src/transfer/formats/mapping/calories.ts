import { MAX_CALORIES } from '../../../menu/amounts.ts'
import type { ConversionReport } from '../report.ts'
import { UNREADABLE_CALORIES } from './losses.ts'
import { readPriceText } from './price-text.ts'
import { cleanText } from './text.ts'

/** A number with its unit, with something in brackets such as the same in kilojoules, or neither. */
const CALORIES =
  /^(?<number>-?\d(?:\s*[\d.,'’])*?(?:e[+-]?\d+)?)(?:\s*(?:k?cal(?:ori(?:e|es|en|as?))?s?\.?|\.))?(?:\s*\([^()]*\))?$/iu

/**
 * Reads calories such as 170, `170`, `170 calories` or `1,200 kcal`.
 * @returns null if there are none, and undefined if they cannot be read
 */
export function parseCalories(value: unknown): number | null | undefined {
  const text = cleanText(value)
  if (value === null || value === undefined || (typeof value === 'string' && text === '')) return null
  const number = typeof value === 'number' ? value : CALORIES.exec(text)?.groups?.['number']
  const amount = readPriceText(number)?.amount
  // Nobody counts thousandths of a calorie, so a separator before three digits is one of thousands.
  return typeof amount === 'object' ? amount.thousands : amount
}

/**
 * Reads calories. What cannot be read is reported; what cannot be imported is an error.
 * @param name of the item, for the report
 */
export function readCalories(value: unknown, name: string, report: ConversionReport): number | null {
  const calories = parseCalories(value)
  if (calories === undefined) report.lose(UNREADABLE_CALORIES, name)
  else report.checkRange(`calories of ${name}`, calories ?? 0, MAX_CALORIES)
  return calories ?? null
}

import type { Report } from '../report.ts'
import { UNREADABLE_CALORIES } from './losses.ts'
import { readPriceText } from './price-text.ts'
import { cleanText } from './text.ts'

/** A number with its unit, with something in brackets such as the same in kilojoules, or neither. */
const CALORIES = /^(?<number>\d[\d.,' ]*?)\s*(k?cal(ori(e|es|en|as?))?s?)?\.?\s*(\([^()]*\))?$/iu

/**
 * Reads calories such as 170, `170`, `170 calories` or `1,200 kcal`. What cannot be read is reported.
 * @param name of the item, for the report
 */
export function readCalories(value: unknown, name: string, report: Report): number | null {
  const text = cleanText(value)
  const isMissing = value === null || value === undefined || (typeof value === 'string' && text === '')
  const number = CALORIES.exec(text)?.groups?.['number']
  const calories = number === undefined ? undefined : numberOf(number)
  if (calories === undefined && !isMissing) report.lose(UNREADABLE_CALORIES, name)
  return calories ?? null
}

/** Nobody counts thousandths of a calorie, so a separator before three digits is one of thousands. */
function numberOf(text: string): number | undefined {
  const amount = readPriceText(text)?.amount
  return typeof amount === 'object' ? amount.thousands : amount
}

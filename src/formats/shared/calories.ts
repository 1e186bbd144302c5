import { showValue } from '../../documents/import-error.ts'
import { MAX_CALORIES, rangeProblem } from '../../menu/amounts.ts'
import { cleanText } from './clean-text.ts'
import { parsePriceText } from './price-text.ts'

const ONE_AMOUNT = 'must be calories as one number, such as 170 or 170 kcal'
const ENERGY = /^(?<number>[\d.,'’ ]+)(?:kcal|cal|calories)?$/iu

type Refuse = (problem: string) => void

/**
 * Reads calories such as 170, `170 kcal` or `1,200 Cal`. Kilojoules are refused: numbers without a unit would be ambiguous.
 * @param hasDecimalPoint whether a point is certainly the decimal separator of a text
 * @param refuse called with the problem if it is not one amount, or cannot be imported
 */
export function parseCalories(value: unknown, hasDecimalPoint: boolean, refuse: Refuse): number | null {
  const text = cleanText(value)
  if (text === '') return null
  const hasPoint = hasDecimalPoint || typeof value === 'number'
  const read = parsePriceText(ENERGY.exec(text)?.groups?.['number'], hasPoint)?.amount
  // Nobody writes thousandths of a calorie, so a separator before three digits is one of thousands.
  const amount = typeof read === 'object' ? read.thousands : read
  const problem = amount === undefined ? ONE_AMOUNT : rangeProblem(amount, MAX_CALORIES)
  if (problem !== undefined) refuse(`${problem}, got ${showValue(value)}`)
  return amount ?? null
}

import { MAX_CALORIES } from '../../../menu/amounts.ts'
import type { ConversionReport } from '../report.ts'
import { UNREADABLE_CALORIES } from './losses.ts'
import { readPriceText, withoutApostrophe } from './price-text.ts'
import { cleanText } from './text.ts'

/** What amounts are where they have no unit. */
export type EnergyUnit = 'kcal' | 'kJ'

interface Energy {
  readonly amount: number
  /** Undefined if it is not written. */
  readonly unit: EnergyUnit | undefined
}

const KILOJOULES_PER_CALORIE = 4.184
/** How far apart the same energy may be in both units, in calories and as a part: both are rounded, and factors differ. */
const ROUNDING = { calories: 5, part: 0.06 }
/** Two amounts without units are only read if nothing else can be meant. */
const PLAIN_ROUNDING = { calories: 1, part: 0.02 }
const MAX_LENGTH = 100

/** A number with its unit, which may be in brackets, or without one. */
const ENERGY =
  /^(?<number>-?\d(?:\s*[\d.,'’])*?(?:e[+-]?\d+)?)\s*(?:\(?(?:(?<kilojoules>kj|kilojoules?|кдж)|k?cal(?:or[ií](?:e|es|en|as?))?s?|(?:kilo)?kalorien|ккал)\)?)?\.?$/iu
/** What may be between two amounts, in a text with single spaces. */
const SEPARATOR = / ?[/|;=(] ?|,? (?:[-–] )?/gu
const ABOUT = /^(?:ca\.?|approx\.?|about|~|≈) ?/iu
/** Words such as `(per portion)`. */
const WORDS_IN_BRACKETS = / ?\([^()\d]*\)$/u

/**
 * Reads calories such as 170, `170`, `170 calories`, `1,200 kcal`, `1046 kJ / 250 kcal` or `1046 kJ`.
 * @param usual the unit of an amount that is alone and has none
 * @returns null if there are none, and undefined if they cannot be read
 */
export function parseCalories(value: unknown, usual: EnergyUnit = 'kcal'): number | null | undefined {
  const text = cleanText(value)
  if (value === null || value === undefined || (typeof value === 'string' && text === '')) return null
  if (text.length > MAX_LENGTH) return undefined
  const shown = withoutApostrophe(text).replace(ABOUT, '')
  const pair = parsePair(shown)
  if (pair !== undefined) return pair.calories.amount
  const energy = parseEnergy(shown) ?? parseEnergy(shown.replace(WORDS_IN_BRACKETS, ''))
  const isKilojoules = (energy?.unit ?? usual) === 'kJ'
  return energy && (isKilojoules ? Math.round(energy.amount / KILOJOULES_PER_CALORIE) : energy.amount)
}

/**
 * How kilojoules are written in a text, if they are alone or before the calories: numbers without a unit, beside it, may be
 * kilojoules as well.
 */
export function kilojoulesIn(value: unknown): 'with unit' | 'without unit' | undefined {
  const text = cleanText(value)
  if (text.length > MAX_LENGTH) return undefined
  const pair = parsePair(text)
  const energy = pair ? pair.first : parseEnergy(text)
  if (energy === undefined || energy === pair?.calories) return undefined
  if (energy.unit === 'kJ') return 'with unit'
  return pair && 'without unit'
}

/** Whether it is a number without a unit, other than 0. */
export function isPlainNumber(value: unknown): boolean {
  const text = cleanText(value)
  const energy = text.length > MAX_LENGTH || parsePair(text) ? undefined : parseEnergy(text)
  return energy !== undefined && energy.unit === undefined && energy.amount !== 0
}

function parseEnergy(text: string): Energy | undefined {
  const { number, kilojoules } = ENERGY.exec(text)?.groups ?? {}
  const read = readPriceText(number)?.amount
  // Nobody counts thousandths of a calorie, so a separator before three digits is one of thousands.
  const amount = typeof read === 'object' ? read.thousands : read
  if (amount === undefined) return undefined
  if (kilojoules !== undefined) return { amount, unit: 'kJ' }
  return { amount, unit: /\p{L}\)?\.?$/u.test(text) ? 'kcal' : undefined }
}

/** The same energy in both units; undefined if the text is anything else. */
function parsePair(text: string) {
  for (const { index, 0: separator } of text.matchAll(SEPARATOR)) {
    const first = parseEnergy(text.slice(0, index))
    const second = parseEnergy(text.slice(index + separator.length).replace(/ ?\)$/u, ''))
    const calories = first && second && caloriesOf(first, second)
    if (calories !== undefined) return { first, calories }
  }
  return undefined
}

/** Which of two energies are the calories; undefined if they are not the same. */
function caloriesOf(one: Energy, other: Energy): Energy | undefined {
  const isUnitless = one.unit === undefined && other.unit === undefined
  const areCaloriesFirst = isUnitless ? one.amount < other.amount : one.unit === 'kcal' || other.unit === 'kJ'
  const [calories, kilojoules] = areCaloriesFirst ? [one, other] : [other, one]
  if (calories.unit === 'kJ' || kilojoules.unit === 'kcal') return undefined
  const rounding = isUnitless ? PLAIN_ROUNDING : ROUNDING
  const difference = Math.abs(kilojoules.amount / KILOJOULES_PER_CALORIE - calories.amount)
  return difference <= Math.max(rounding.calories, calories.amount * rounding.part) ? calories : undefined
}

/** Reads calories. What cannot be read is reported; what cannot be imported is an error. */
export function readCalories(value: unknown, name: string, report: ConversionReport): number | null {
  const calories = parseCalories(value)
  if (calories === undefined) report.lose(UNREADABLE_CALORIES, name)
  else report.checkRange(`calories of ${name}`, calories ?? 0, MAX_CALORIES)
  return calories ?? null
}

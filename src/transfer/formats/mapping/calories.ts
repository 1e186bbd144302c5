import { MAX_CALORIES } from '../../../menu/amounts.ts'
import type { ConversionReport } from '../report.ts'
import { UNREADABLE_CALORIES } from './losses.ts'
import { readPriceText } from './price-text.ts'
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
/** No text about calories is longer. */
const MAX_LENGTH = 100

const NUMBER = /-?\d(?:\s*[\d.,'’])*?(?:e[+-]?\d+)?/u.source
const UNIT = /kj|kilojoules?|кдж|k?cal(?:or[ií](?:e|es|en|as?))?s?|k(?:ilo)?kalorien|kalorien|ккал/u.source
const AMOUNT = `${NUMBER}(?:\\s*\\(?(?:${UNIT})\\)?)?\\.?`
const SEPARATOR = '(?:\\s*[/|;=(]\\s*|,?\\s+(?:[-–]\\s+)?|(?<=\\p{L}))'
/** Two amounts, as in `1046 kJ / 250 kcal` and `1046 (250 kcal)`. */
const PAIR = new RegExp(`^(${AMOUNT})${SEPARATOR}(${AMOUNT})\\s*\\)?$`, 'iu')
const PARTS = new RegExp(`^(?<number>${NUMBER})\\s*\\(?(?<unit>${UNIT})?\\)?\\.?$`, 'iu')
const KILOJOULES = /^(?:k(?:ilo)?j|кдж)/iu
/** Words in brackets or in front, without numbers: `(per portion)`, `approx.`. */
const WORDS = /\s*\((?!\s*(?:kj|k?cal)\s*\))[^()\d]*\)$|^(?:ca\.?|approx\.?|about|~|≈)\s*/giu

/**
 * Reads calories such as 170, `170`, `170 calories`, `1,200 kcal`, `1046 kJ / 250 kcal` or `1046 kJ`.
 * @param usual the unit of an amount that is alone and has none
 * @returns null if there are none, and undefined if they cannot be read
 */
export function parseCalories(value: unknown, usual: EnergyUnit = 'kcal'): number | null | undefined {
  const text = cleanText(value)
  if (value === null || value === undefined || (typeof value === 'string' && text === '')) return null
  if (text.length > MAX_LENGTH) return undefined
  const shown = text.replace(WORDS, '')
  const energy = parsePair(shown) ?? parseEnergy(shown)
  const isKilojoules = (energy?.unit ?? usual) === 'kJ'
  return energy && (isKilojoules ? Math.round(energy.amount / KILOJOULES_PER_CALORIE) : energy.amount)
}

/** Whether numbers without a unit, beside this text, may be kilojoules: it has kilojoules, and no calories before them. */
export function hasKilojoules(value: unknown): boolean {
  const text = cleanText(value)
  if (text.length > MAX_LENGTH) return false
  const pair = parsePair(text)
  if (pair === undefined) return parseEnergy(text)?.unit === 'kJ'
  return (parseEnergy(PAIR.exec(text)?.[1])?.amount ?? 0) > pair.amount
}

/** Whether it is a number without a unit, other than 0. */
export function isPlainNumber(value: unknown): boolean {
  return /^[\d.,'’\s]*[1-9][\d.,'’\s]*$/u.test(cleanText(value))
}

function parseEnergy(text: string | undefined): Energy | undefined {
  const { number, unit } = PARTS.exec(text?.trim() ?? '')?.groups ?? {}
  const read = readPriceText(number)?.amount
  // Nobody counts thousandths of a calorie, so a separator before three digits is one of thousands.
  const amount = typeof read === 'object' ? read.thousands : read
  if (amount === undefined) return undefined
  return { amount, unit: unit === undefined ? undefined : KILOJOULES.test(unit) ? 'kJ' : 'kcal' }
}

/** The calories of the same energy in both units; undefined if it is not the same. */
function parsePair(text: string): Energy | undefined {
  const [one, other] = (PAIR.exec(text) ?? []).slice(1).map(parseEnergy)
  if (one === undefined || other === undefined) return undefined
  const isUnitless = one.unit === undefined && other.unit === undefined
  const areCaloriesFirst = isUnitless ? one.amount < other.amount : one.unit === 'kcal' || other.unit === 'kJ'
  const [calories, kilojoules] = areCaloriesFirst ? [one, other] : [other, one]
  if (calories.unit === 'kJ' || kilojoules.unit === 'kcal') return undefined
  const rounding = isUnitless ? PLAIN_ROUNDING : ROUNDING
  const difference = Math.abs(kilojoules.amount / KILOJOULES_PER_CALORIE - calories.amount)
  const isSame = difference <= Math.max(rounding.calories, calories.amount * rounding.part)
  return isSame ? { amount: calories.amount, unit: 'kcal' } : undefined
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

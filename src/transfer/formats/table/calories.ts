import { MAX_CALORIES, rangeProblem } from '../../../menu/amounts.ts'
import { showValue } from '../../errors.ts'
import { isPlainNumber, kilojoulesIn, parseCalories } from '../mapping/calories.ts'
import type { TableRow } from './row.ts'

const UNCLEAR = 'may be kilojoules or calories: write the unit, such as 250 kcal'

/** Reads the column of calories of a sheet, row by row. Beside kilojoules, a number without a unit is unclear. */
export class CalorieColumn {
  #plain: TableRow[] = []
  #hasKilojoules = false

  read(row: TableRow): number | null {
    const cell = row.cell('calories')
    const unit = unitOfHeading(row.headingOf('calories'))
    const isKilojoules = unit === 'kJ'
    const written = kilojoulesIn(cell)
    const isUnclear = written === 'without unit' || (written === 'with unit' && unit === undefined)
    this.#hasKilojoules ||= unit === 'both' || (isUnclear && !isKilojoules)
    if (isPlainNumber(cell) && !isKilojoules) this.#plain.push(row)
    if (this.#hasKilojoules) this.#refusePlain()
    const calories = parseCalories(cell, isKilojoules ? 'kJ' : 'kcal')
    const problem =
      calories === undefined
        ? 'must be one number such as 170, 170 kcal or 710 kJ'
        : rangeProblem(calories ?? 0, MAX_CALORIES)
    if (problem !== undefined) row.fault('calories', `${problem}, got ${showValue(cell)}`)
    return calories ?? null
  }

  #refusePlain(): void {
    for (const row of this.#plain) row.fault('calories', `${UNCLEAR}, got ${showValue(row.cell('calories'))}`)
    this.#plain = []
  }
}

/** What numbers are: `Energy (kJ)` and `kcal` say it, and `Energy (kJ/kcal)` and `Calories` do not. */
function unitOfHeading(heading: string): 'kJ' | 'kcal' | 'both' | undefined {
  const hasKilojoules = /(?<!\p{L})kj(?!\p{L})|kilojoule/iu.test(heading)
  const hasCalories = /kcal|kilocal/iu.test(heading)
  if (hasKilojoules) return hasCalories ? 'both' : 'kJ'
  return hasCalories ? 'kcal' : undefined
}

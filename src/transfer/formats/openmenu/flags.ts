import { toTagName } from '../../food-tags.ts'
import type { XmlElement } from '../containers/xml.ts'
import { isNothing, labelOf } from '../mapping/name-lists.ts'
import type { ConversionReport } from '../report.ts'
import { flagAt, textAt } from './part.ts'

const DIETS = ['vegetarian', 'vegan', 'kosher', 'halal', 'gluten_free']
const UNCLEAR_FLAG = '[item loses|items lose] what says neither yes nor no'
const UNCLEAR_HEAT = '[item loses|items lose] a heat index that is neither a number nor a degree'
/** A number, which may have its scale or its name behind it: `2/5`, `3 (hot)`. */
const HEAT_NUMBER = /^(?<number>\d{1,3}(?:\.\d+)?)(?: ?(?:\/|of) ?\d+)?(?: ?\([^)]*\))?$/
const DEGREES = /^(?:(?:very|extra|extremely|medium)_)?(?:mild|medium|low|warm|spicy|hot|high)$/
const NO_HEAT = /^(?:no|not|non)_(?:heat|hot|spicy|spice)$/

export function flagTags(element: XmlElement, name: string, report: ConversionReport): string[] {
  const special = isFlagged('special') ? ['special'] : []
  const diets = DIETS.filter(isFlagged).map((diet) => `diet:${diet}`)
  return [...special, ...diets, ...heatTags(textAt(element, 'menu_item_heat_index', 'heat_index'))]

  function isFlagged(flag: string): boolean {
    const set = flagAt(element, flag, `menu_item_${flag}`)
    if (typeof set === 'string') report.lose(UNCLEAR_FLAG, labelOf({ name }, `${flag}: ${set}`))
    return set === true
  }

  function heatTags(text: string): string[] {
    const number = HEAT_NUMBER.exec(text)?.groups?.['number']
    if (number !== undefined) return Number(number) === 0 ? [] : [`heat:${Number(number)}`]
    const degree = toTagName(text)
    if (isNothing(text) || NO_HEAT.test(degree)) return []
    if (DEGREES.test(degree)) return [`heat:${degree}`]
    report.lose(UNCLEAR_HEAT, labelOf({ name }, text))
    return []
  }
}

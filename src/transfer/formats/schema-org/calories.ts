import { readCalories } from '../mapping/calories.ts'
import { labelOf } from '../mapping/name-lists.ts'
import { cleanText } from '../mapping/text.ts'
import { type LdNode, nodesIn, textIn, textOfValue } from './graph.ts'
import { sizeOf, unitOf } from './quantities.ts'
import type { ReadingContext } from './reading.ts'

const NOT_OF_A_SERVING = '[item loses|items lose] calories that are not those of a serving'
/** Behind calories, what says that they are those of the item. */
const PER_SERVING =
  / ?(?:\/|\b(?:per|an?|pro|je|par|por|a|for)\b) ?(?:servings?|portions?|serve|items?|pieces?|plates?|bowls?|cups?|glass|ración|porción|porzione|porção|portie|stück)\.?$/i
/** A quantity by which labels compare foods. */
const COMPARED = /^100 ?(?:g|gr|grams?|ml)$/i

/** The calories of an item, from a text, or from a quantity with a value and a unit. Of several, it is one in calories. */
export function caloriesOf(node: LdNode, name: string, { graph, report }: ReadingContext): number | null {
  const [nutrition] = nodesIn(node, 'nutrition', graph)
  const quantities = nutrition ? nodesIn(nutrition, 'calories', graph) : []
  const texts = [
    ...quantities.map(textOfQuantity),
    ...(nutrition?.fields.get('calories') ?? []).map(textOfValue),
    ...(nutrition ? [] : [textIn(node, 'nutrition')]),
  ].flatMap((text) => cleanText(text).replace(PER_SERVING, '') || [])
  const text = texts.find((one) => !/\bk?J\b/i.test(one)) ?? texts[0] ?? ''
  const size = nutrition ? sizeOf(nutrition, 'servingSize', graph) : ''
  if (text === '' || !COMPARED.test(cleanText(size))) return readCalories(text, name, report)
  report.lose(NOT_OF_A_SERVING, labelOf({ name }, `${text}, ${size}`))
  return null
}

function textOfQuantity(quantity: LdNode): string {
  const [value, low, high] = ['value', 'minValue', 'maxValue'].map((field) => textIn(quantity, field))
  const amount = value || [...new Set([low, high])].filter(Boolean).join(' - ')
  return `${amount || textIn(quantity, 'name')} ${unitOf(quantity)}`.trim()
}

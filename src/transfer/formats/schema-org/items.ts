import { readCalories } from '../mapping/calories.ts'
import { readDiets } from '../mapping/diets.ts'
import { MODIFIERS_LEFT_OUT } from '../mapping/losses.ts'
import type { SourceItem } from '../mapping/source-menu.ts'
import { cleanDescription, cleanText } from '../mapping/text.ts'
import { type Graph, isNode, type LdNode, type LdValue, nodesIn, textIn, textOfValue } from './graph.ts'
import { isInStock, readOffers } from './offers.ts'
import { childrenIn, idOf, type NodePosition, nameOf, type ReadingContext } from './reading.ts'
import { withOffers } from './variants.ts'

const UNITS: ReadonlyMap<string, string> = new Map([
  ['KJO', 'kJ'],
  ['E14', 'kcal'],
])

export function readItem(position: NodePosition, reading: ReadingContext): SourceItem {
  const { node } = position
  const { graph } = reading
  const name = nameOf(position, reading)
  const item = {
    sourceId: idOf(node),
    name,
    description: cleanDescription(textIn(node, 'description')),
    price: null,
    calories: readCalories(caloriesOf(node, graph), name, reading.report),
    tags: readDiets((node.fields.get('suitableForDiet') ?? []).map(dietIn), { name }, reading.report),
    inStock: isInStock(node),
    items: readAddOns(position, reading),
  }
  return withOffers(item, readOffers(node, graph), position.place, reading)
}

/** A text, or a quantity with a value and a unit. */
function caloriesOf(node: LdNode, graph: Graph): string {
  const [nutrition] = nodesIn(node, 'nutrition', graph)
  if (nutrition === undefined) return ''
  const [quantity] = nodesIn(nutrition, 'calories', graph)
  return quantity
    ? `${textIn(quantity, 'value') || textIn(quantity, 'name')} ${unitOf(quantity)}`.trim()
    : textIn(nutrition, 'calories')
}

/** The unit of a quantity as a text, or as a code of UN/CEFACT. */
function unitOf(quantity: LdNode): string {
  const code = textIn(quantity, 'unitCode')
  return textIn(quantity, 'unitText') || (UNITS.get(code.toUpperCase()) ?? code)
}

/** `VeganDiet` from `https://schema.org/VeganDiet`, `VeganDiet`, or a term with such a name. */
function dietIn(diet: LdValue): string {
  const term = isNode(diet) ? textIn(diet, 'name') || textIn(diet, 'termCode') || diet.id : textOfValue(diet)
  return cleanText(term)
    .replace(/^(?:https?:\/\/.*[/#]|schema:)/, '')
    .replace(/(?<=\w)Diet$/, '')
}

/** Add-ons are items, or sections of items, and become child items if the user wants them. */
function readAddOns(position: NodePosition, reading: ReadingContext): SourceItem[] {
  const addOns = reading.options.modifiers ? childrenIn(position, 'menuAddOn', 'add-on', reading) : []
  const leftOut = nodesIn(position.node, 'menuAddOn', reading.graph).length
  if (!reading.options.modifiers && leftOut > 0) reading.report.skip(MODIFIERS_LEFT_OUT, leftOut)
  return addOns.flatMap((addOn) => itemsOf(addOn, 'modifier', reading))
}

function itemsOf(position: NodePosition, tag: string, reading: ReadingContext): SourceItem[] {
  const { fields, types } = position.node
  if (!types.has('MenuSection') && !fields.has('hasMenuItem') && !fields.has('hasMenuSection')) {
    const item = readItem(position, reading)
    return [{ ...item, tags: [tag, ...(item.tags ?? [])] }]
  }
  const listTag = `modifier:${nameOf(position, reading)}`
  return [
    ...childrenIn(position, 'hasMenuItem', 'item', reading),
    ...childrenIn(position, 'hasMenuSection', 'section', reading),
  ].flatMap((child) => itemsOf(child, listTag, reading))
}

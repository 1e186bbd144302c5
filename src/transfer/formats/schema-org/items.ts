import { readCalories } from '../mapping/calories.ts'
import { readDiets } from '../mapping/diets.ts'
import { MODIFIERS_LEFT_OUT } from '../mapping/losses.ts'
import type { SourceItem } from '../mapping/source-menu.ts'
import { cleanDescription, cleanText } from '../mapping/text.ts'
import { type Graph, type LdNode, type LdValue, nodesIn, targetOf, textIn, textOfValue } from './graph.ts'
import { hasParts } from './lists.ts'
import { isInStock, readOffers } from './offers.ts'
import { unitOf } from './quantities.ts'
import { childrenIn, idOf, type NodePosition, nameOf, type ReadingContext } from './reading.ts'
import { withOffers } from './variants.ts'

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
    tags: readDiets(
      (node.fields.get('suitableForDiet') ?? []).map((diet) => dietIn(diet, graph)),
      { name },
      reading.report,
    ),
    inStock: isInStock(node),
    items: readAddOns(position, reading),
  }
  return withOffers(item, readOffers(node, graph), position.place, reading)
}

/** A text, or a quantity with a value and a unit. Of several, it is one in calories. */
function caloriesOf(node: LdNode, graph: Graph): string {
  const [nutrition] = nodesIn(node, 'nutrition', graph)
  const quantities = nutrition ? nodesIn(nutrition, 'calories', graph) : []
  const texts = [
    ...quantities.map((quantity) =>
      `${textIn(quantity, 'value') || textIn(quantity, 'name')} ${unitOf(quantity)}`.trim(),
    ),
    ...(nutrition?.fields.get('calories') ?? []).map(textOfValue),
    ...(nutrition ? [] : [textIn(node, 'nutrition')]),
  ].filter((text) => text !== '')
  return texts.find((text) => !/\bk?J\b/i.test(text)) ?? texts[0] ?? ''
}

/** `VeganDiet` from `https://schema.org/VeganDiet`, `VeganDiet`, or a term with such a name. */
function dietIn(diet: LdValue, graph: Graph): string {
  const node = targetOf(diet, 'suitableForDiet', graph)
  const term = node ? textIn(node, 'name') || textIn(node, 'termCode') || node.id : textOfValue(diet)
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
  const { types } = position.node
  if (!types.has('MenuSection') && !hasParts(position.node)) {
    const item = readItem(position, reading)
    return [{ ...item, tags: [tag, ...(item.tags ?? [])] }]
  }
  const listTag = `modifier:${nameOf(position, reading)}`
  return [
    ...childrenIn(position, 'hasMenuItem', 'item', reading),
    ...childrenIn(position, 'hasMenuSection', 'section', reading),
  ].flatMap((child) => itemsOf(child, listTag, reading))
}

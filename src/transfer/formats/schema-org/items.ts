import { MODIFIERS_LEFT_OUT } from '../mapping/losses.ts'
import type { SourceItem } from '../mapping/source-menu.ts'
import { caloriesOf } from './calories.ts'
import { foodTagsOf } from './food.ts'
import { nodesIn } from './graph.ts'
import { hasParts } from './lists.ts'
import { readOffers } from './offers.ts'
import {
  childrenIn,
  decodedDescription,
  idOf,
  type NodePosition,
  nameOf,
  type ReadingContext,
} from './reading.ts'
import { isInStock } from './stock.ts'
import { textFor } from './texts.ts'
import { withOffers } from './variants.ts'

export function readItem(position: NodePosition, reading: ReadingContext): SourceItem {
  const { node } = position
  const name = nameOf(position, reading)
  const item = {
    sourceId: idOf(node),
    name,
    description: decodedDescription(textFor(node, 'description', reading)),
    price: null,
    calories: caloriesOf(node, name, reading),
    tags: foodTagsOf(node, name, reading),
    inStock: isInStock(node, name, reading),
    items: readAddOns(position, reading),
  }
  return withOffers(item, readOffers(node, name, reading), position.place, reading)
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

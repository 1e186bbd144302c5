import { MENU_DESCRIPTION, MODIFIERS_LEFT_OUT } from '../mapping/losses.ts'
import type { SourceGroup, SourceItem, SourceMenu } from '../mapping/source-menu.ts'
import { cleanDescription } from '../mapping/text.ts'
import { caloriesOf } from './calories.ts'
import { foodTagsOf } from './food.ts'
import { type Graph, type LdNode, linksIn, nodesIn, textIn } from './graph.ts'
import { hasParts } from './lists.ts'
import { readOffers } from './offers.ts'
import {
  childrenIn,
  cleanName,
  decodedDescription,
  idOf,
  type NodePosition,
  nameOf,
  type ReadingContext,
} from './reading.ts'
import { isInStock } from './stock.ts'
import { languageOfMenu, textFor } from './texts.ts'
import { withOffers } from './variants.ts'

const GROUP_OFFER =
  '[menu|menus] or [group loses an offer|groups lose offers] of [its|their] own: [its price|their prices] or [its|their] times'

export interface FoundMenu {
  readonly node: LdNode
  readonly restaurant: string | undefined
}

/** The menus of a document, in its order, and the links to menus elsewhere. */
export function findMenus(graph: Graph): {
  readonly menus: readonly FoundMenu[]
  readonly links: readonly string[]
} {
  const menus = new Map<LdNode, FoundMenu>()
  const links: string[] = []
  const add = (node: LdNode, restaurant?: string) => {
    if (!hasParts(node))
      links.push(textIn(node, 'url') || node.id || textIn(node, 'name') || 'a menu without a name')
    else if (!menus.has(node)) menus.set(node, { node, restaurant })
  }
  for (const owner of graph.nodes) {
    const restaurant = cleanName(textIn(owner, 'name')) || undefined
    // `menu` is the older name of `hasMenu`, and elsewhere may mean the links of a page.
    const owned = [...nodesIn(owner, 'hasMenu', graph), ...nodesIn(owner, 'menu', graph).filter(isMenu)]
    for (const menu of owned) add(menu, restaurant)
    links.push(...linksIn(owner, 'hasMenu', graph))
    if (!owned.some(hasParts)) links.push(...linksIn(owner, 'menu', graph))
  }
  const sections = new Set(graph.nodes.flatMap((node) => nodesIn(node, 'hasMenuSection', graph)))
  for (const node of graph.nodes) if (node.types.has('Menu') && !sections.has(node)) add(node)
  const urls = new Set([...menus.keys()].map((menu) => textIn(menu, 'url')))
  return { menus: [...menus.values()], links: [...new Set(links)].filter((link) => !urls.has(link)) }
}

// Lists also have the links of a page, which some call its menu.
const isMenu = (node: LdNode) => node.types.has('Menu') || hasContent(node)
const hasContent = ({ fields }: LdNode) => fields.has('hasMenuSection') || fields.has('hasMenuItem')

/** Where the items of a menu may be that are not in the document. */
export function addressesOf({ node }: FoundMenu, graph: Graph): readonly string[] {
  const parts = [node, ...nodesIn(node, 'hasMenuSection', graph)]
  return [...parts.map((part) => textIn(part, 'url')), node.id].filter((address) => address !== '')
}

export function readMenu(
  { node, restaurant }: FoundMenu,
  fileName: string,
  common: Omit<ReadingContext, 'language'>,
): SourceMenu {
  const reading = { ...common, language: languageOfMenu(node, common.graph) }
  const name = cleanName(textFor(node, 'name', reading))
  const shownName = name || reading.options.menuName || 'a menu without a name'
  if (cleanDescription(textIn(node, 'description')) !== null) reading.report.lose(MENU_DESCRIPTION, shownName)
  reportOffers(node, shownName, reading)
  const position = { node, place: `${fileName}, ${shownName}`, above: [] }
  const groups = [...directItems(position, shownName, reading), ...readSections(position, reading)]
  return { sourceId: idOf(node), name, restaurant, groups }
}

/** Items are in groups, so those of the menu itself get a group with its name, before the sections. */
function directItems(menu: NodePosition, name: string, reading: ReadingContext): SourceGroup[] {
  const items = childrenIn(menu, 'hasMenuItem', 'item', reading).map((item) => readItem(item, reading))
  return items.length === 0 ? [] : [{ name, groups: [], items }]
}

function readSections(parent: NodePosition, reading: ReadingContext): SourceGroup[] {
  return childrenIn(parent, 'hasMenuSection', 'section', reading).map((position) => {
    const name = nameOf(position, reading)
    const section = { ...position, place: `${parent.place} > ${name}` }
    reportOffers(section.node, name, reading)
    return {
      sourceId: idOf(section.node),
      name,
      description: decodedDescription(textFor(section.node, 'description', reading)),
      groups: readSections(section, reading),
      items: childrenIn(section, 'hasMenuItem', 'item', reading).map((item) => readItem(item, reading)),
    }
  })
}

function reportOffers({ fields }: LdNode, name: string, { report }: ReadingContext): void {
  if (fields.has('offers')) report.lose(GROUP_OFFER, name)
}

function readItem(position: NodePosition, reading: ReadingContext): SourceItem {
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

import { MENU_DESCRIPTION } from '../shared/report-texts.ts'
import type { SourceGroup, SourceMenu } from '../shared/source-menu.ts'
import { refuseDoubtfulThing } from './doubtful-things.ts'
import { type Graph, lastingId, type PlacedThing, type Thing, valuesOf } from './graph.ts'
import {
  certainValues,
  type NamedThing,
  namedPart,
  partsIn,
  type SchemaOrgContext,
  textIn,
} from './property-values.ts'
import { readItem } from './schema-items.ts'

/** The properties that have a menu. `menu` is the older name of `hasMenu`. */
const MENU_PROPERTIES = ['hasMenu', 'menu']
const GROUP_OFFER =
  '[menu or group has|menus or groups have] a price or times of [its|their] own, which are not imported'

export interface FoundMenu {
  readonly thing: Thing
  /** The thing that has the menu, such as a restaurant; undefined if there is none. */
  readonly owner: Thing | undefined
}

/** The menus of a document, and the links to other menus. */
export function findMenus({ things, thingOf }: Graph) {
  const menus = new Map<Thing, FoundMenu>()
  const links: string[] = []
  for (const owner of things) {
    for (const value of MENU_PROPERTIES.flatMap((property) => valuesOf(owner, property))) {
      const thing = thingOf(value)
      if (thing === undefined) links.push(String(value))
      else if (!menus.has(thing)) menus.set(thing, { thing, owner })
    }
  }
  for (const thing of things)
    if (thing.types.has('Menu') && !menus.has(thing)) menus.set(thing, { thing, owner: undefined })
  return { menus: [...menus.values()], links }
}

/** The addresses where the items of a menu may be, if they are not in the document. */
export function addressesOf(menu: Thing): readonly string[] {
  return [...valuesOf(menu, 'url').map(String), menu.id].filter((address) => address !== '')
}

export function readMenu({ thing, owner }: FoundMenu, file: string, context: SchemaOrgContext): SourceMenu {
  const { options, report } = context
  const { errors } = report
  const name = textIn({ thing, place: `${file}: the menu`, errors }, 'name')
  const shownName = name || options.menuName || 'a menu without a name'
  const menu = { thing, place: `${file}: ${shownName}`, ancestors: [], name: shownName, errors }
  refuseDoubtfulThing(menu, 'Menu')
  if (textIn(menu, 'description') !== '') report.addLoss(MENU_DESCRIPTION, shownName)
  const { items, groups } = readParts(menu, context)
  // Items must be in groups, so items of the menu itself get a group with its name, before the sections.
  const own = items.length === 0 ? [] : [{ name: shownName, groups: [], items }]
  const restaurantName = owner && nameOfOwner({ thing: owner, place: `${file}: the restaurant`, errors })
  return { sourceId: lastingId(thing), name, restaurantName, groups: [...own, ...groups] }
}

function nameOfOwner(owner: PlacedThing): string | undefined {
  for (const property of MENU_PROPERTIES) certainValues(owner, property)
  return textIn(owner, 'name') || undefined
}

function readParts(parent: NamedThing, context: SchemaOrgContext): Pick<SourceGroup, 'items' | 'groups'> {
  if (parent.thing.properties.has('offers')) context.report.addLoss(GROUP_OFFER, parent.name)
  return {
    items: partsIn(parent, 'hasMenuItem', context).map((part) => readItem(part, parent.place, context)),
    groups: partsIn(parent, 'hasMenuSection', context).map((part) =>
      readSection(namedPart(part, 'MenuSection', parent.place), context),
    ),
  }
}

function readSection(section: NamedThing, context: SchemaOrgContext): SourceGroup {
  return {
    sourceId: lastingId(section.thing),
    name: section.name,
    description: textIn(section, 'description') || null,
    ...readParts(section, context),
  }
}

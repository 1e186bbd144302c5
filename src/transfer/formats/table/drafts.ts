import type { SourceGroup, SourceItem, SourceMenu } from '../mapping/source-menu.ts'
import { withVariants } from '../mapping/variants.ts'
import type { ConversionReport } from '../report.ts'
import { reportLists } from './listed-groups.ts'
import type { TableRow } from './row.ts'
import { TAG_ROLES } from './tags.ts'
import { eachText } from './texts.ts'

/** Menus while their rows are read. */
export interface DraftMenu {
  id: string | undefined
  readonly name: string
  readonly location: string | null | undefined
  readonly restaurant: string | null | undefined
  readonly groups: DraftGroup[]
  /** The last group of each name. */
  readonly lastGroups: Map<string, DraftGroup>
  /** The groups that have an id, with their paths. */
  readonly groupsById: Map<string, { readonly group: DraftGroup; readonly path: string }>
  /** The rows of items that have an id. */
  readonly rowsById: Map<string, number>
}

/** What can still be filled in. */
type Filled<Source> = { -readonly [Field in keyof Source]-?: Source[Field] }

export interface DraftGroup extends Filled<Omit<SourceGroup, 'sourceId' | 'groups' | 'items'>> {
  readonly groups: DraftGroup[]
  /** The last group of each name. */
  readonly lastGroups: Map<string, DraftGroup>
  readonly items: DraftItem[]
  /** The last item of each name; made when the first item is added. */
  lastItems: Map<string, DraftItem> | undefined
}

export interface DraftItem extends Filled<Omit<SourceItem, 'sourceId' | 'items'>> {
  readonly items: DraftItem[]
  /** The last size of each name; made when the first size is added. */
  lastItems: Map<string, DraftItem> | undefined
  /** Whether there is a row for the item itself, and not only for its sizes. */
  hasRow: boolean
}

/* The columns of a row say what a new group, item or size is until something is filled in: nothing of a column that is missing. */

export function lastGroup(parent: DraftMenu | DraftGroup, name: string, row: TableRow): DraftGroup {
  return parent.lastGroups.get(name) ?? addGroup(parent, name, row)
}

export function addGroup(parent: DraftMenu | DraftGroup, name: string, row: TableRow): DraftGroup {
  const fields = {
    description: row.has('group description') ? null : undefined,
    tags: row.has('group tags') ? NO_TAGS : undefined,
  }
  const lists = { groups: [], lastGroups: new Map(), items: [], lastItems: undefined }
  const group = { id: undefined, name, ...fields, ...lists, keepEmpty: false }
  parent.groups.push(group)
  parent.lastGroups.set(name, group)
  return group
}

export function lastItem(parent: DraftGroup | DraftItem, name: string, row: TableRow): DraftItem {
  return parent.lastItems?.get(name) ?? addItem(parent, name, row)
}

/** The item or size that a row of this name is about: a new one, unless so far there were only rows for its sizes. */
export function itemOfRow(parent: DraftGroup | DraftItem, name: string, row: TableRow): DraftItem {
  const last = parent.lastItems?.get(name)
  const item = last === undefined || last.hasRow ? addItem(parent, name, row) : last
  item.hasRow = true
  return item
}

const NO_TAGS: readonly string[] = []

function addItem(parent: DraftGroup | DraftItem, name: string, row: TableRow): DraftItem {
  const fields = {
    ...eachText((text) => (row.has(text) ? null : undefined)),
    price: row.has('price') ? null : undefined,
    calories: row.has('calories') ? null : undefined,
    tags: TAG_ROLES.some((role) => row.has(role)) ? NO_TAGS : undefined,
    inStock: row.has('in stock') || row.has('sold out') ? true : undefined,
  }
  const item = { id: undefined, name, ...fields, items: [], lastItems: undefined, hasRow: false }
  parent.items.push(item)
  parent.lastItems ??= new Map()
  parent.lastItems.set(name, item)
  return item
}

const SAME_NAME =
  '[group is|groups are] apart from another one whose name differs in case only (write both alike)'

/** The finished menus. A single size without a name of its own is folded into its item. */
export function toSourceMenus(menus: readonly DraftMenu[], report: ConversionReport): readonly SourceMenu[] {
  return menus.map((menu) => ({ ...menu, groups: toSourceGroups(menu.groups, report) }))
}

function toSourceGroups(groups: readonly DraftGroup[], report: ConversionReport): readonly SourceGroup[] {
  reportSameNames(groups, report)
  reportLists(groups, report)
  return groups.map((group) => ({
    ...group,
    groups: toSourceGroups(group.groups, report),
    items: group.items.map(toSourceItem),
  }))
}

/** Groups with ids are of an exported table, and are meant to be apart. */
function reportSameNames(groups: readonly DraftGroup[], report: ConversionReport): void {
  const seen = new Set<string>()
  for (const { id, name } of groups) {
    const lower = name.toLowerCase()
    if (id === undefined && seen.has(lower)) report.lose(SAME_NAME, name)
    seen.add(lower)
  }
}

function toSourceItem(item: DraftItem): SourceItem {
  if (item.items.length === 0) return item
  const sizes = item.items.map(toSourceItem)
  if (item.hasRow) return { ...item, items: sizes }
  const folded = withVariants({ ...item, items: [] }, sizes)
  if (folded.items.length === 0) return { ...folded, id: sizes[0]?.id }
  // Nothing says whether the item itself is in stock, but its sizes do.
  return { ...folded, inStock: item.inStock && sizes.some(({ inStock }) => inStock) }
}

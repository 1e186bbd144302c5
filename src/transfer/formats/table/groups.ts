import { cut, MAX_DEPTH, TOO_DEEP } from '../../errors.ts'
import { cleanDescription } from '../mapping/text.ts'
import { addGroup, type DraftGroup, type DraftMenu, lastGroup } from './drafts.ts'
import { readPath, splitTags, writePath } from './escapes.ts'
import type { TableRow } from './row.ts'
import type { SheetState } from './sheet.ts'

/** The names of the groups that a row is in, from the top; none if the row is in no group, and undefined without any column for them. */
export function groupPath(row: TableRow): readonly string[] | undefined {
  if (!row.has('group') && !row.has('subcategory')) return undefined
  const group = readPath(row.text('group'))
  // Below a group that is written once, the cell may be empty.
  if (row.has('group') && group.length === 0) return []
  return [...group, ...readPath(row.text('subcategory'))]
}

/** Adds the error of a row that may belong to the group above it, or to the item. @param above the last rows that have these */
export function refuseWithoutGroup(row: TableRow, above: SheetState['above']): void {
  const isOfItem = row.has('item') && row.text('item') === ''
  const cells = isOfItem
    ? `, and ${row.headingOf('item')} the item: fill in the empty cells`
    : ': fill in the empty cell'
  row.fault(
    'group',
    `must name the group of the item${cells}${fillDown(above, isOfItem ? ['group', 'item'] : ['group'])}`,
  )
}

/** What fills cells in, if they are written once for several rows; empty if there is no row above. */
export function fillDown(above: SheetState['above'], roles: readonly ('group' | 'item')[]): string {
  const rows = roles.flatMap((role) => above.get(role) ?? [])
  const last = rows.at(-1)
  if (last === undefined) return ''
  const names = roles.flatMap((role) => above.get(role)?.text(role) ?? []).map(cut)
  return `, or fill ${roles.length > 1 ? 'them' : 'it'} down from row ${last.place.row} (${names.join(', ')})`
}

/**
 * Finds the group of a row, which may be new, and fills in what the row says about it. Groups of the same name in the same
 * place are one group, unless the rows have different ids.
 * @returns undefined if the row has an error, which is reported
 */
export function groupOf(row: TableRow, menu: DraftMenu, path: readonly string[]): DraftGroup | undefined {
  if (path.length > MAX_DEPTH) {
    row.fault('group', TOO_DEEP)
    return undefined
  }
  const group = find(row, menu, path)
  if (group !== undefined) describe(row, group)
  return group
}

function find(row: TableRow, menu: DraftMenu, path: readonly string[]): DraftGroup | undefined {
  const id = row.id('group id')
  if (id === '') return groupAt(menu, path, row)
  const place = writePath(path)
  const found = menu.groupsById.get(id)
  if (found === undefined) {
    const group = groupAt(menu, path, row)
    menu.groupsById.set(id, { group, path: place })
    return group
  }
  if (found.path === place) return found.group
  row.fault(
    'group id',
    `must not be that of another group, but an earlier row has it for ${found.group.name}`,
  )
  return undefined
}

/** @param path has at least one name */
function groupAt(menu: DraftMenu, path: readonly string[], row: TableRow): DraftGroup {
  let parent: DraftMenu | DraftGroup = menu
  for (const name of path.slice(0, -1)) parent = lastGroup(parent, name, row)
  const name = path.at(-1) ?? ''
  const last = lastGroup(parent, name, row)
  const id = row.id('group id')
  if (id === '') return last
  const group = last.id === undefined ? last : addGroup(parent, name, row)
  group.id = id
  return group
}

function describe(row: TableRow, group: DraftGroup): void {
  const description = cleanDescription(row.rawText('group description'))
  const tags = row.lines('group tags').flatMap(splitTags)
  if (description !== null) {
    group.description ??= description
    if (group.description !== description) faultOfOther(row, 'group description', group)
  }
  if (tags.length > 0) {
    if (!group.tags?.length) group.tags = tags
    else if (group.tags.join('\0') !== tags.join('\0')) faultOfOther(row, 'group tags', group)
  }
}

function faultOfOther(row: TableRow, role: 'group description' | 'group tags', group: DraftGroup): void {
  row.fault(
    role,
    `must be the same in all rows of the group ${writePath([group.name])}, or empty in the others`,
  )
}

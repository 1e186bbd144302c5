import { shorten } from '../../lib/text/cut-to.ts'
import { writePath } from '../sheets/paths-and-tags.ts'
import { addGroup, type DraftGroup, type DraftMenu, getOrAddGroup, getOrAddParent } from './draft-menus.ts'
import { type MenuTableRow, readDescription, readId, readTagList } from './menu-cells.ts'

/**
 * Finds the group of a row, which may be new, and fills in its fields. Groups of the same name in the same
 * place are one group, unless the rows have different ids.
 * @param path has at least one name
 */
export function groupOf(row: MenuTableRow, menu: DraftMenu, path: readonly string[]): DraftGroup {
  const id = readId(row, 'group id')
  const known = id === undefined ? undefined : menu.groupsById.get(id)
  if (known !== undefined && known.path !== writePath(path))
    row.refuse(
      'group id',
      `must not be repeated for another group: an earlier row has it for ${known.group.name}`,
    )
  const group = known?.group ?? groupWithId(menu, path, row, id)
  fillInGroup(row, group)
  return group
}

function groupWithId(
  menu: DraftMenu,
  path: readonly string[],
  row: MenuTableRow,
  id: string | undefined,
): DraftGroup {
  const last = getOrAddGroup(menu, path, row)
  if (id === undefined) return last
  const group = last.id === undefined ? last : addGroup(getOrAddParent(menu, path, row), last.name, row)
  group.id = id
  menu.groupsById.set(id, { group, path: writePath(path) })
  return group
}

function fillInGroup(row: MenuTableRow, group: DraftGroup): void {
  const description = readDescription(row, 'group description')
  const tags = readTagList(row, 'group tags')
  if (description !== null) group.description ??= description
  if (tags.length > 0 && !group.tags?.length) group.tags = tags
  const isSame = tags.length === 0 || group.tags?.join('\0') === tags.join('\0')
  const role = isSame ? 'group description' : 'group tags'
  if (!isSame || (description !== null && description !== group.description))
    row.refuse(role, `must be the same in all rows of the group ${group.name}, or empty in the others`)
}

/** Refuses a group that probably stands for several groups, or repeats another group. */
export function refuseDoubtfulGroups(groups: readonly DraftGroup[]): void {
  const seen = new Set<string>()
  const names = new Set(groups.map(({ name }) => name.toLowerCase()))
  for (const { id, name, row, groups: children, items, keepEmpty } of groups) {
    refuseDoubtfulGroups(children)
    const lower = name.toLowerCase()
    const parts = lower.split(/[,;|/]/u).map((part) => part.trim())
    // Groups with ids come from an export, so they are right.
    if (id !== undefined) continue
    if (seen.has(lower))
      row.refuse('group', `must be written as in other rows, got ${name}: use the same letters`)
    else if (parts.length > 1 && parts.some((part) => names.has(part)))
      row.refuse('group', `must be one group, got ${name}: write the item once for each, in its own rows`)
    if (keepEmpty && items.length + children.length === 0)
      row.refuse('group', `must have an item, got none for ${shorten(name)}: add one, or delete the row`)
    seen.add(lower)
  }
}

import { replaceQuery } from '../../browser/address.ts'

/** The chosen menus and tags. They are part of the address of the page, so that they survive a reload. */
export interface MenuSelection {
  readonly menus: readonly string[]
  readonly tags: readonly string[]
}

/** Formats the selection as a query. Parameters are repeated, since a tag may contain a comma. */
export function toQuery({ menus, tags }: MenuSelection): string {
  const query = new URLSearchParams()
  for (const menu of menus) query.append('menus', menu)
  for (const tag of tags) query.append('tags', tag)
  return query.toString()
}

/** The path of the groups of a selection, in the menu interface. */
export function groupsPath(selection: MenuSelection): string {
  return `/v1/groups?${toQuery(selection)}`
}

export function readMenuSelection(): MenuSelection {
  const query = new URLSearchParams(location.search)
  return { menus: query.getAll('menus'), tags: query.getAll('tags') }
}

export function writeMenuSelection(selection: MenuSelection): void {
  replaceQuery(toQuery(selection))
}

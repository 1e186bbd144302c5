import type { Menu } from '#dist/menu/schema.js'

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

/** Selects the menus in the address of the page; if the key may read none of them, its first menu. */
export function readMenuSelection(granted: readonly Menu[]): MenuSelection {
  const query = new URLSearchParams(location.search)
  const ids = granted.map(({ id }) => id)
  const known = query.getAll('menus').filter((id) => ids.includes(id))
  return { menus: known.length > 0 ? known : ids.slice(0, 1), tags: query.getAll('tags') }
}

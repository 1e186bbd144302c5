/** Which menus and tags are chosen. It stands in the address of the page, so that it outlives a reload. */
export interface Selection {
  readonly menus: readonly string[]
  readonly tags: readonly string[]
}

/** As the service reads it: parameters repeated, since a tag may hold a comma. */
export function toQuery({ menus, tags }: Selection): string {
  const query = new URLSearchParams()
  for (const menu of menus) query.append('menus', menu)
  for (const tag of tags) query.append('tags', tag)
  return query.toString()
}

export function readSelection(): Selection {
  const query = new URLSearchParams(location.search)
  return { menus: query.getAll('menus'), tags: query.getAll('tags') }
}

export function writeSelection(selection: Selection): void {
  const query = toQuery(selection)
  history.replaceState(history.state, '', location.pathname + (query === '' ? '' : `?${query}`))
}

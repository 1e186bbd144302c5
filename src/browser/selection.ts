/** The parameters of the board that are passed on to `/v1/groups`. */
const SELECTION = ['menus', 'groups', 'tags', 'depth', 'page', 'pageSize']

/** Returns the query for `/v1/groups`. The same parameters always have the same order. */
export function selectionOf(given: URLSearchParams): string {
  const query = new URLSearchParams()
  for (const name of SELECTION)
    for (const value of given.getAll(name)) if (isUsable(name, value)) query.append(name, value)
  return query.toString()
}

/** Returns whether the service would accept a value. It rejects invalid numbers, and page 0. */
export function isUsable(name: string, value: string): boolean {
  if (name === 'depth') return /^\d+$/.test(value)
  return name.startsWith('page') ? /^0*[1-9]\d*$/.test(value) : value !== ''
}

/* The basic board uses this too, so it is written without the syntax of 2015. */

/** The parameters of the board that are passed on to `/v1/groups`. */
var SELECTION = ['menus', 'groups', 'tags', 'depth', 'page', 'pageSize']

/** Returns the query for `/v1/groups`. The same parameters always have the same order. */
export function selectionOf(given: URLSearchParams): string {
  var query = new URLSearchParams()
  SELECTION.forEach(function (name) {
    given.getAll(name).forEach(function (value) {
      if (isUsable(name, value)) query.append(name, value)
    })
  })
  return query.toString()
}

/** Returns whether the service would accept a value. It rejects invalid numbers, and page 0. */
function isUsable(name: string, value: string): boolean {
  if (name === 'depth') return /^\d+$/.test(value)
  return name.indexOf('page') === 0 ? /^0*[1-9]\d*$/.test(value) : value !== ''
}

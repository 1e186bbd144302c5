import type { DraftMenu } from './drafts.ts'
import type { TableRow } from './row.ts'

type MenuPlace = Pick<DraftMenu, 'name' | 'location' | 'restaurant'>

/** Finds the menus of rows. @param defaultName the name of menus without one; may be empty */
export function menuPlaces(defaultName: string) {
  /** In the order of their first rows. */
  const menus: DraftMenu[] = []
  const menusById = new Map<string, DraftMenu>()
  const menusByPlace = new Map<string, DraftMenu>()

  return { menus, menuOf }

  /** The menu of a row, which may be new; undefined if the row has an error, which is reported. */
  function menuOf(row: TableRow): DraftMenu | undefined {
    // In a workbook without a menu column, each sheet is a menu.
    const name = row.has('menu') ? row.text('menu') : (row.place.sheet ?? '')
    if (name === '' && defaultName === '' && row.has('menu')) {
      row.fault('menu', 'must name the menu: fill it in, or add --menu-name NAME')
      return undefined
    }
    const location = row.has('location') ? row.text('location') || null : undefined
    const restaurant = row.has('restaurant') ? row.text('restaurant') || null : undefined
    const id = row.id('menu id')
    const place = { name, location, restaurant }
    const found = find(id, place) ?? add({ id: id || undefined, ...place })
    if (keyOf(found) === keyOf(place)) return found
    const problem = 'must not be that of a menu with another name, location or restaurant'
    row.fault('menu id', `${problem}: an earlier row has it for ${found.name}`)
    return undefined
  }

  function find(id: string, place: MenuPlace): DraftMenu | undefined {
    const known = menusById.get(id)
    if (known !== undefined) return known
    const samePlace = menusByPlace.get(keyOf(place))
    if (samePlace === undefined || id === '') return samePlace
    if (samePlace.id !== undefined) return undefined
    samePlace.id = id
    menusById.set(id, samePlace)
    return samePlace
  }

  function add(fields: MenuPlace & Pick<DraftMenu, 'id'>): DraftMenu {
    const byId = { groupsById: new Map(), rowsById: new Map() }
    const menu = { ...fields, groups: [], lastGroups: new Map(), ...byId }
    menus.push(menu)
    menusByPlace.set(keyOf(menu), menu)
    if (menu.id !== undefined) menusById.set(menu.id, menu)
    return menu
  }
}

/** Columns that are missing say the same as empty cells. */
function keyOf({ name, location = null, restaurant = null }: MenuPlace): string {
  return JSON.stringify([name, location, restaurant])
}

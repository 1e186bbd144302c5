import { type DraftMenu, newMenu } from './drafts.ts'
import { type MenuTableRow, readId, readName } from './menu-cells.ts'

type MenuPlace = Pick<DraftMenu, 'name' | 'location' | 'restaurant'>

/**
 * Finds the menus of rows. In a workbook without a column for the menu, each sheet is a menu.
 * @param menuName the name of menus without one, and of the menu of a single sheet; may be empty
 */
export function menuPlaces(menuName: string) {
  /** In the order of their first rows. */
  const menus: DraftMenu[] = []
  const menusById = new Map<string, DraftMenu>()
  const menusByPlace = new Map<string, DraftMenu>()
  /** The first row of each sheet that is a menu, by the names of its file and sheet. */
  const sheets = new Map<string, MenuTableRow>()

  return { menus, menuOf }

  /** The menu of a row, which may be new; undefined if the row has an error, which is reported. */
  function menuOf(row: MenuTableRow): DraftMenu | undefined {
    const name = (row.has('menu') ? readName(row, 'menu') : nameOfSheet(row)) || menuName
    if (name === '' && row.has('menu')) {
      row.fault('menu', 'must name the menu: fill it in, or add --menu-name NAME')
      return undefined
    }
    const location = row.has('location') ? readName(row, 'location') || null : undefined
    const restaurant = row.has('restaurant') ? readName(row, 'restaurant') || null : undefined
    const id = readId(row, 'menu id')
    const place = { name, location, restaurant }
    const found = find(id, place) ?? add({ id, ...place })
    if (keyOf(found) === keyOf(place)) return found
    row.fault(
      'menu id',
      `must not be that of a menu with another name, location or restaurant, but an earlier row has it for ${found.name}`,
    )
    return undefined
  }

  function nameOfSheet(row: MenuTableRow): string {
    const { sheet, file } = row.place
    if (sheet === undefined) return menuName
    const isNew = !sheets.has(`${file}\0${sheet}`)
    if (isNew) sheets.set(`${file}\0${sheet}`, row)
    if (menuName === '') return sheet
    if (isNew && sheets.size === 2)
      row.fault(
        undefined,
        '--menu-name is for one menu, but each sheet is a menu of its name: leave that option out, or delete the other sheets',
      )
    return menuName
  }

  function find(id: string | undefined, place: MenuPlace): DraftMenu | undefined {
    const known = id === undefined ? undefined : menusById.get(id)
    if (known !== undefined) return known
    const samePlace = menusByPlace.get(keyOf(place))
    if (samePlace === undefined || id === undefined) return samePlace
    if (samePlace.id !== undefined) return undefined
    samePlace.id = id
    menusById.set(id, samePlace)
    return samePlace
  }

  function add(fields: MenuPlace & Pick<DraftMenu, 'id'>): DraftMenu {
    const menu = newMenu(fields)
    menus.push(menu)
    menusByPlace.set(keyOf(menu), menu)
    if (menu.id !== undefined) menusById.set(menu.id, menu)
    return menu
  }
}

/** Missing columns count as empty cells. */
function keyOf({ name, location = null, restaurant = null }: MenuPlace): string {
  return JSON.stringify([name, location, restaurant])
}

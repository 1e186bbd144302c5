import { type DraftMenu, newMenu } from './draft-menus.ts'
import { type MenuTableRow, readId, readName } from './menu-cells.ts'

const SEVERAL_SHEETS =
  '--menu-name is for one menu, but each sheet is a menu of its name: leave that option out, or delete the other sheets'

type MenuIdentity = Pick<DraftMenu, 'name' | 'location' | 'restaurantName'>

/** Finds the menus of rows. In a workbook without a column for the menu, each sheet is a menu. */
export class MenusOfRows {
  /** In the order of their first rows. */
  readonly all: DraftMenu[] = []
  readonly #menuName: string
  readonly #byId = new Map<string, DraftMenu>()
  readonly #byPlace = new Map<string, DraftMenu>()
  /** The files and sheets that are menus. */
  readonly #sheets = new Set<string>()

  /** @param menuName the name of menus without one, and of the menu of a single sheet; may be empty */
  constructor(menuName: string) {
    this.#menuName = menuName
  }

  /** The menu of a row, which may be new; undefined if the row has an error, which is reported. */
  menuOf(row: MenuTableRow): DraftMenu | undefined {
    const name = (row.has('menu') ? readName(row, 'menu') : this.#nameOfSheet(row)) || this.#menuName
    if (name === '' && row.has('menu'))
      return row.refuse('menu', 'must name the menu: fill it in, or add --menu-name NAME')
    const location = row.has('location') ? readName(row, 'location') || null : undefined
    const restaurantName = row.has('restaurant') ? readName(row, 'restaurant') || null : undefined
    const id = readId(row, 'menu id')
    const place = { name, location, restaurantName }
    const found = this.#menuAt(id, place)
    if (keyOf(found) === keyOf(place)) return found
    return row.refuse(
      'menu id',
      `must not be repeated for another name, location or restaurant: an earlier row has it for ${found.name}`,
    )
  }

  #nameOfSheet(row: MenuTableRow): string {
    const { sheet, file } = row
    if (sheet === undefined) return this.#menuName
    const isNew = !this.#sheets.has(`${file}\0${sheet}`)
    this.#sheets.add(`${file}\0${sheet}`)
    if (this.#menuName === '') return sheet
    if (isNew && this.#sheets.size === 2) row.refuse(undefined, SEVERAL_SHEETS)
    return this.#menuName
  }

  /** Finds the menu with this id, or else the last of this name, location and restaurant unless both have ids, or adds a menu. */
  #menuAt(id: string | undefined, place: MenuIdentity): DraftMenu {
    const last = this.#byPlace.get(keyOf(place))
    const samePlace = id === undefined || last?.id === undefined ? last : undefined
    const known = (id === undefined ? undefined : this.#byId.get(id)) ?? samePlace
    const menu = known ?? newMenu({ id, ...place })
    menu.id ??= id
    if (menu.id !== undefined) this.#byId.set(menu.id, menu)
    if (known === undefined) {
      this.all.push(menu)
      this.#byPlace.set(keyOf(menu), menu)
    }
    return menu
  }
}

/** Missing columns count as empty cells. */
function keyOf({ name, location = null, restaurantName = null }: MenuIdentity): string {
  return JSON.stringify([name, location, restaurantName])
}

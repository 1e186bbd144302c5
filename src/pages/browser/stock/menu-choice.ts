import type { Menu } from '#dist/menu/schema.js'
import { replaceQuery } from '../shared/address.ts'
import { byId, cloneTemplate, part, setText } from '../shared/elements.ts'
import { formatPlace } from '../shared/format.ts'

/**
 * Lets people choose one of several menus. The choice is part of the address, so that it survives a reload and is in the code
 * for phones.
 * @param onChoose called with the menu that was chosen, or undefined while another one is being chosen
 */
export function createMenuChoice(onChoose: (menu: Menu | undefined) => void) {
  const box = byId('choose', HTMLElement)
  const otherMenu = byId('other-menu', HTMLButtonElement)
  let menus: readonly Menu[] = []
  otherMenu.addEventListener('click', () => {
    ask()
    byId('choose-title', HTMLElement).focus()
  })
  return { start, clear }

  function start(granted: readonly Menu[]): void {
    menus = granted
    const [only, second] = granted
    const wanted = new URLSearchParams(location.search).get('menus')
    const chosen = granted.find(({ id }) => id === wanted) ?? (second ? undefined : only)
    if (chosen) choose(chosen)
    else if (second) ask()
  }

  function clear(): void {
    menus = []
    box.hidden = true
    byId('chosen', HTMLElement).hidden = true
    byId('menu-list', HTMLElement).replaceChildren()
  }

  function ask(): void {
    onChoose(undefined)
    byId('menu-list', HTMLElement).replaceChildren(...menus.map(createButton))
    box.hidden = false
    byId('chosen', HTMLElement).hidden = true
  }

  function createButton(menu: Menu): HTMLElement {
    const row = cloneTemplate('menu-button')
    setText(part(row, 'name'), menu.name)
    setText(part(row, 'place'), formatPlace(menu.locations))
    row.addEventListener('click', () => choose(menu))
    return row
  }

  function choose(menu: Menu): void {
    replaceQuery(new URLSearchParams({ menus: menu.id }).toString())
    box.hidden = true
    byId('chosen', HTMLElement).hidden = false
    setText(byId('menu-name', HTMLElement), menu.name)
    setText(byId('menu-place', HTMLElement), formatPlace(menu.locations))
    otherMenu.hidden = menus.length < 2
    onChoose(menu)
  }
}

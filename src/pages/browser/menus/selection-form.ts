import type { Menu } from '#dist/menu/schema.js'
import { byId, cloneTemplate, focusedIn, part } from '../shared/elements.ts'
import { formatNumber, formatPlace } from '../shared/format.ts'
import type { MenuSelection } from './selection.ts'

/** The number of tags that are shown at first. The others are shown on demand. */
const FIRST_TAGS = 24

/** The form with a check box for each menu and tag. */
export function attachSelectionForm(onChange: () => void) {
  const form = byId('selection', HTMLFormElement)
  const tagList = attachTagList()
  form.addEventListener('input', onChange)
  form.addEventListener('submit', (event) => event.preventDefault())
  return { current, setMenus, setTags }

  function current(): MenuSelection {
    const selected = new FormData(form)
    return { menus: selected.getAll('menu').map(String), tags: selected.getAll('tag').map(String) }
  }

  function setMenus(menus: readonly Menu[], selected: readonly string[]): void {
    const rows = menus.map((menu) => createMenuOption(menu, selected.includes(menu.id)))
    byId('menus', HTMLElement).replaceChildren(...rows)
  }

  /** @param counts how many groups have each tag; a selected tag is listed even if no group has it */
  function setTags(counts: ReadonlyMap<string, number>, selected: readonly string[]): void {
    const listed = new Set([...selected, ...counts.keys()])
    const rows = [...listed].map((tag) => createTagOption(tag, counts.get(tag) ?? 0, selected.includes(tag)))
    tagList.show(rows)
    byId('tags-of-groups', HTMLElement).hidden = rows.length === 0
  }
}

/** A list of tags that keeps the keyboard focus when it is replaced, and at first shows only some of them. */
function attachTagList() {
  const list = byId('tags', HTMLElement)
  const allTags = byId('all-tags', HTMLButtonElement)
  allTags.addEventListener('click', () => {
    const [firstHidden] = list.querySelectorAll<HTMLElement>('[hidden] input')
    for (const row of list.children) row.removeAttribute('hidden')
    allTags.hidden = true
    firstHidden?.focus()
  })
  return { show }

  function show(rows: readonly HTMLElement[]): void {
    const focused = focusedIn(list)
    const areAllShown = rows.length <= FIRST_TAGS
    for (const row of rows.slice(FIRST_TAGS)) row.hidden = true
    list.replaceChildren(...rows)
    allTags.hidden = areAllShown
    allTags.textContent = `Show all ${formatNumber(rows.length)} tags`
    if (focused instanceof HTMLInputElement) inputOf(list, focused.value)?.focus()
  }
}

function inputOf(list: Element, value: string): HTMLInputElement | undefined {
  return [...list.querySelectorAll('input')].find((input) => input.value === value)
}

function createMenuOption({ id, name, locations }: Menu, isSelected: boolean): HTMLElement {
  const row = cloneTemplate('menu-option')
  check(row, id, isSelected)
  part(row, 'name').textContent = name
  part(row, 'place').textContent = formatPlace(locations)
  return row
}

function createTagOption(tag: string, count: number, isSelected: boolean): HTMLElement {
  const row = cloneTemplate('tag-option')
  check(row, tag, isSelected)
  part(row, 'tag').textContent = tag
  part(row, 'count').textContent = formatNumber(count)
  return row
}

function check(row: Element, value: string, isSelected: boolean): void {
  const input = row.querySelector('input')
  if (input === null) return
  input.value = value
  input.checked = isSelected
}

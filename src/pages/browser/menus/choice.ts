import type { Menu } from '#dist/menu/schema.js'
import { byId, copyOf, part } from '../shared/elements.ts'
import { formatNumber } from '../shared/format.ts'
import type { Selection } from './selection.ts'

/** The number of tags that are shown at first. The others are shown on demand. */
const FIRST_TAGS = 24

/** The check boxes for menus and tags. */
export function attachChoice(onChange: () => void) {
  const form = byId('choice', HTMLFormElement)
  const tags = attachTags()
  form.addEventListener('input', onChange)
  form.addEventListener('submit', (event) => event.preventDefault())
  return { current, setMenus, setTags }

  function current(): Selection {
    const chosen = new FormData(form)
    return { menus: chosen.getAll('menu').map(String), tags: chosen.getAll('tag').map(String) }
  }

  function setMenus(menus: readonly Menu[], chosen: readonly string[]): void {
    const rows = menus.map((menu) => createMenu(menu, chosen.includes(menu.id)))
    byId('menus', HTMLElement).replaceChildren(...rows)
  }

  /** @param counts how many groups carry each tag; a chosen tag is offered even if no group carries it */
  function setTags(counts: ReadonlyMap<string, number>, chosen: readonly string[]): void {
    const offered = new Set([...chosen, ...counts.keys()])
    const rows = [...offered].map((tag) => createTagChoice(tag, counts.get(tag) ?? 0, chosen.includes(tag)))
    tags.keep(rows)
    byId('tags-of-groups', HTMLElement).hidden = rows.length === 0
  }
}

/** A list of tags that keeps the keyboard focus when it is replaced, and at first shows only some of them. */
function attachTags() {
  const list = byId('tags', HTMLElement)
  const allTags = byId('all-tags', HTMLButtonElement)
  allTags.addEventListener('click', () => {
    const [firstHidden] = list.querySelectorAll<HTMLElement>('[hidden] input')
    for (const row of list.children) row.removeAttribute('hidden')
    allTags.hidden = true
    firstHidden?.focus()
  })
  return { keep }

  function keep(rows: readonly HTMLElement[]): void {
    const focused = list.contains(document.activeElement) ? document.activeElement : null
    const isShort = rows.length <= FIRST_TAGS
    for (const row of rows.slice(FIRST_TAGS)) row.hidden = true
    list.replaceChildren(...rows)
    allTags.hidden = isShort
    allTags.textContent = `Show all ${formatNumber(rows.length)} tags`
    if (focused instanceof HTMLInputElement) inputOf(list, focused.value)?.focus()
  }
}

function inputOf(list: Element, value: string): HTMLInputElement | undefined {
  return [...list.querySelectorAll('input')].find((input) => input.value === value)
}

function createMenu({ id, name, locations }: Menu, isChosen: boolean): HTMLElement {
  const row = copyOf('menu-choice')
  check(row, id, isChosen)
  part(row, 'name').textContent = name
  part(row, 'place').textContent = [locations.restaurantName, locations.name].filter(Boolean).join(', ')
  return row
}

function createTagChoice(tag: string, count: number, isChosen: boolean): HTMLElement {
  const row = copyOf('tag-choice')
  check(row, tag, isChosen)
  part(row, 'tag').textContent = tag
  part(row, 'count').textContent = formatNumber(count)
  return row
}

function check(row: Element, value: string, isChosen: boolean): void {
  const input = row.querySelector('input')
  if (input === null) return
  input.value = value
  input.checked = isChosen
}

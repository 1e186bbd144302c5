import { element, ownText } from '../../browser/elements.ts'
import type { Group } from '../../browser/menu/menu-fields.ts'
import { withChildGroups } from '../../browser/tree.ts'

/** The names of this many groups fit in two lines on any screen. */
const FEW_GROUPS = 8

/** Tells style sheets whether a menu has few groups, before it is laid out: a look may keep space for their names. */
export function describeGroups(root: HTMLElement, groups: readonly Group[]): void {
  root.classList.toggle('few-groups', withChildGroups(groups).length <= FEW_GROUPS)
}

/**
 * Creates the names of all groups of a menu, which a look may show. The groups of the current page are marked. A group that
 * continues on the next page is on both pages.
 */
export function groupStripOf(pages: readonly HTMLElement[], current: number): HTMLElement {
  const groupsOf = (page: HTMLElement) => [...page.querySelectorAll('.heading.level-2:not(.lead)')]
  const own = pages.map(groupsOf)
  const before = own.slice(0, current).flat().length
  const first = pages[current] && isContinued(pages[current]) ? before - 1 : before
  const last = before + (own[current]?.length ?? 0)
  const names = own.flat().map((group, index) => {
    const name = element('span', '', nameIn(group))
    if (index >= first && index < last) name.setAttribute('aria-current', 'true')
    return name
  })
  return element('span', 'groups', ...names)
}

function isContinued(page: HTMLElement): boolean {
  return page.querySelector('.heading')?.matches('.level-2:not(.lead)') === false
}

/** Returns the name of the first group in an element, because it is shown in one line. */
export function nameIn(headings: Element): HTMLElement {
  return ownText('', headings.querySelector('.title > [dir]')?.textContent ?? '')
}

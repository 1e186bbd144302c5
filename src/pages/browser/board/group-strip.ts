import { element } from '../shared/elements.ts'

/**
 * Creates the names of all groups of a menu, in which those of one page are marked. A look shows it or not. A group that goes
 * on from the page before is on both pages.
 */
export function groupStripOf(pages: readonly HTMLElement[], current: number): HTMLElement {
  const groupsOf = (page: HTMLElement) => [...page.querySelectorAll('.heading.level-2:not(.lead)')]
  const own = pages.map(groupsOf)
  const before = own.slice(0, current).flat().length
  const first = pages[current] && isContinued(pages[current]) ? before - 1 : before
  const last = before + (own[current]?.length ?? 0)
  const names = own.flat().map((group, index) => {
    const name = element('span', '', group.querySelector('.title > [dir]')?.cloneNode(true))
    if (index >= first && index < last) name.setAttribute('aria-current', 'true')
    return name
  })
  return element('span', 'groups', ...names)
}

function isContinued(page: HTMLElement): boolean {
  return page.querySelector('.heading')?.matches('.level-2:not(.lead)') === false
}

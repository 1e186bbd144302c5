import { LOOKS } from '../board/looks.ts'
import { byId, element } from '../shared/elements.ts'

/** Links to a board in each look. Each link is a small picture of it, made of its colours. */
export function createLookLinks() {
  const links = LOOKS.map((look) => {
    const link = element('a', 'look', element('span', 'look-name', look), element('span', 'look-rows'))
    link.dataset['look'] = look
    return { look, link }
  })
  byId('looks', HTMLElement).replaceChildren(...links.map(({ link }) => element('li', '', link)))
  return { show, clear }

  /**
   * @param query the selection that the boards show
   * @param fragment the part of their address with the key
   */
  function show(query: string, fragment: string): void {
    for (const { look, link } of links) {
      link.href = `/app/board?${query}&theme=${look}${fragment}`
      link.role = null
      link.ariaDisabled = null
    }
  }

  /** Without an address an element is not a link by itself, and only a link can be marked as disabled. */
  function clear(): void {
    for (const { link } of links) {
      link.removeAttribute('href')
      link.role = 'link'
      link.ariaDisabled = 'true'
    }
  }
}

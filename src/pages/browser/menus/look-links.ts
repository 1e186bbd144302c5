import { LOOKS } from '../../looks.ts'
import { byId, element } from '../shared/elements.ts'
import { ROOT } from '../shared/root.ts'

/** Links to the selection as a board in each look. Each link is a small picture of it, made of its colours. */
export function createLookLinks() {
  const area = byId('looks', HTMLElement)
  const links = LOOKS.map((look) => {
    const link = element('a', 'look', element('span', 'look-name', look), element('span', 'look-rows'))
    link.dataset['look'] = look
    return { look, link }
  })
  area.append(element('ul', '', ...links.map(({ link }) => element('li', '', link))))
  return { show, clear }

  /**
   * @param query the selection that the boards show
   * @param fragment the part of their address with the key
   */
  function show(query: string, fragment: string): void {
    for (const { look, link } of links) link.href = `${ROOT}/app/board?${query}&theme=${look}${fragment}`
    area.hidden = false
  }

  /** Removes the key from the page, too. */
  function clear(): void {
    for (const { link } of links) link.removeAttribute('href')
    area.hidden = true
  }
}

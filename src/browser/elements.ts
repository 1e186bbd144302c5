/**
 * Returns the element of the page with this id.
 * @throws {TypeError} if there is none, which is a mistake in the page
 */
export function byId<Kind extends HTMLElement>(id: string, kind: new () => Kind): Kind {
  const element = document.getElementById(id)
  if (element instanceof kind) return element
  throw new TypeError(`The page has no ${kind.name} with the id ${id}`)
}

/** Sets a text only if it differs, to avoid a needless layout. */
export function setText(element: Element, text: string): void {
  if (element.textContent !== text) element.textContent = text
}

/** Sets a text and marks its language: not all words of a page are known in the language of the page. */
export function setTextIn(language: string, element: HTMLElement, text: string): void {
  setText(element, text)
  element.lang = language
}

/** Scrolls up to the start of an element if it is above the window: a list that has become shorter may end there. */
export function scrollUpTo(target: Element): void {
  if (target.getBoundingClientRect().top < 0) target.scrollIntoView()
}

/** Creates an element. Everything from a menu is added as text, so it can never become markup. */
export function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  className: string,
  ...children: readonly (Node | string | undefined)[]
): HTMLElementTagNameMap[Name] {
  const created = document.createElement(name)
  if (className !== '') created.className = className
  appendTo(created, children)
  return created
}

/** Creates an element for words that may be in another language than the page. */
export function elementIn(language: string, name: 'small' | 'span' | 'bdi', className: string, text: string) {
  const created = element(name, className, text)
  created.lang = language
  return created
}

/** Replaces what an element contains. Boards run in Chromium 85, which lacks `replaceChildren`. */
export function replaceChildrenOf(parent: Element, ...children: readonly (Node | string)[]): void {
  parent.textContent = ''
  appendTo(parent, children)
}

/** Adds to what an element contains. Old televisions have no `append`. */
export function appendTo(parent: Element, children: readonly (Node | string | undefined)[]): void {
  for (const child of children) {
    if (child === undefined) continue
    parent.appendChild(typeof child === 'string' ? document.createTextNode(child) : child)
  }
}

/** Creates an element for text from a menu. The text sets its own direction, independently of the board. */
export function withOwnDirection(text: string): HTMLElement {
  const created = element('span', '', text)
  created.dir = 'auto'
  return created
}

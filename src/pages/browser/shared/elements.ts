/**
 * Returns the element of the page with this id.
 * @throws {TypeError} if there is none, which is a mistake in the page
 */
export function byId<Kind extends HTMLElement>(id: string, kind: new () => Kind): Kind {
  const element = document.getElementById(id)
  if (element instanceof kind) return element
  throw new TypeError(`The page has no ${kind.name} with the id ${id}`)
}

/** Returns a copy of the element in a template. */
export function cloneTemplate(templateId: string): HTMLElement {
  const copy = byId(templateId, HTMLTemplateElement).content.firstElementChild?.cloneNode(true)
  if (copy instanceof HTMLElement) return copy
  throw new TypeError(`The template ${templateId} is empty`)
}

/** Returns the element of a copy that has `data-part="name"`. */
export function part<Kind extends Element = HTMLElement>(copy: Element, name: string): Kind {
  const found = copy.querySelector<Kind>(`[data-part="${name}"]`)
  if (found === null) throw new TypeError(`There is no part ${name}`)
  return found
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

/** Shows a notice on top of the page; none if it is empty. */
export function showNotice(text: string): void {
  setText(byId('notice', HTMLElement), text)
}

/** Returns the element with the keyboard focus, if it is in a list. */
export function focusedIn(list: Element): HTMLElement | undefined {
  const { activeElement } = document
  return activeElement instanceof HTMLElement && list.contains(activeElement) ? activeElement : undefined
}

/** Scrolls up to the start of an element, if that is above the window: a shorter list may end there. */
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

/** Replaces what an element contains. Boards run in Chromium 85, which lacks `replaceChildren`. */
export function fillWith(parent: Element, ...children: readonly (Node | string)[]): void {
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

/** Creates a button that does not send the form around it. */
export function createButton(className: string, text: string, onClick: () => void): HTMLButtonElement {
  const button = element('button', className, text)
  button.type = 'button'
  button.addEventListener('click', onClick)
  return button
}

/** Creates an element for text from a menu. The text sets its own direction, independently of the board. */
export function ownText(className: string, text: string): HTMLElement {
  const created = element('span', className, text)
  created.dir = 'auto'
  return created
}

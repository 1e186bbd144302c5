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

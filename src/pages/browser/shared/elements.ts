/** Elements of a page by their id: a page without one of them is a mistake that shows at once. */
export function byId<Kind extends HTMLElement>(id: string, kind: new () => Kind): Kind {
  const element = document.getElementById(id)
  if (element instanceof kind) return element
  throw new TypeError(`The page has no ${kind.name} with the id ${id}`)
}

/** A copy of what a template holds. */
export function copyOf(templateId: string): HTMLElement {
  const copy = byId(templateId, HTMLTemplateElement).content.firstElementChild?.cloneNode(true)
  if (copy instanceof HTMLElement) return copy
  throw new TypeError(`The template ${templateId} is empty`)
}

/** The part of a copy that has `data-part="name"`. */
export function part<Kind extends Element = HTMLElement>(copy: Element, name: string): Kind {
  const found = copy.querySelector<Kind>(`[data-part="${name}"]`)
  if (found === null) throw new TypeError(`There is no part ${name}`)
  return found
}

/** Sets a text where it differs, so that nothing is laid out anew for nothing. */
export function setText(element: Element, text: string): void {
  if (element.textContent !== text) element.textContent = text
}

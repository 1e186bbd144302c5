/** Creates an element. Everything from a menu is added as text, so it can never become markup. */
export function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  className: string,
  ...children: readonly (Node | string | undefined)[]
): HTMLElementTagNameMap[Name] {
  const created = document.createElement(name)
  if (className !== '') created.className = className
  created.append(...children.filter((child) => child !== undefined))
  return created
}

/** Creates an element for text from a menu. The text sets its own direction, independently of the board. */
export function ownText(className: string, text: string): HTMLElement {
  const created = element('span', className, text)
  created.dir = 'auto'
  return created
}

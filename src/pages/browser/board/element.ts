/** Creates an element. Everything from a menu is added as text, so it can never become markup. */
export function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  className: string,
  ...children: readonly (Node | string | undefined)[]
): HTMLElementTagNameMap[Name] {
  const made = document.createElement(name)
  if (className !== '') made.className = className
  made.append(...children.filter((child) => child !== undefined))
  return made
}

/** Creates an element for text from a menu. The text sets its own direction, independently of the board. */
export function ownText(className: string, text: string): HTMLElement {
  const made = element('span', className, text)
  made.dir = 'auto'
  return made
}

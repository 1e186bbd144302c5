/** Makes an element. Whatever comes from a menu goes in here as text, and so can never be markup. */
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

/** Text of a menu: it has a direction of its own, whatever the board's is. */
export function ownText(className: string, text: string): HTMLElement {
  const made = element('span', className, text)
  made.dir = 'auto'
  return made
}

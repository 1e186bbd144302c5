/** Writes a text into the page, and marks its language. */
export function writeText(id: string, text: string, language: string): void {
  var target = document.getElementById(id)
  if (target === null) return
  if (target.textContent !== text) target.textContent = text
  target.lang = language
}

/** Creates an element. Everything from a menu is added as text, so it can never become markup. */
export function create<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  className: string,
  text: string,
): HTMLElementTagNameMap[Name] {
  var created = document.createElement(name)
  if (className !== '') created.className = className
  if (text !== '') created.textContent = text
  return created
}

/** Creates an element with text from a menu. The text has its own direction, and is aligned as the page is. */
export function createOwnText(
  name: 'span' | 'p' | 'h2' | 'h3',
  className: string,
  text: string,
): HTMLElement {
  var created = create(name, className, '')
  var content = create('span', '', text)
  content.dir = 'auto'
  created.appendChild(content)
  return created
}

/** Cuts a text that is far too long. A character as wide as it is high counts as two. */
export function shortened(text: string, max: number): string {
  var most = /[\u2e80-\uffe6]/.test(text) ? max / 2 : max
  // Not within a character of two code units.
  return text.length <= most
    ? text
    : text
        .slice(0, most - 1)
        .trim()
        .replace(/[\ud800-\udbff]$/, '') + '…'
}

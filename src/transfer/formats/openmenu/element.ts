import { toTagName } from '../../food-tags.ts'
import type { XmlElement } from '../containers/xml.ts'
import { isNothing } from '../mapping/name-lists.ts'
import { cleanText } from '../mapping/text.ts'

/** Values of flags that mean no. */
const NO: ReadonlySet<string> = new Set(['', '0', 'false', 'no', 'n', 'off', 'null'])
const YES: ReadonlySet<string> = new Set(['1', 'true', 'yes', 'y', 'on', 'x'])

/** The elements of this name below a path of elements, as in `elementsAt(menu, 'menu_groups', 'menu_group')`. */
export function elementsAt(element: XmlElement, ...path: readonly string[]): readonly XmlElement[] {
  return path.reduce<readonly XmlElement[]>(
    (found, name) => found.flatMap(({ elements }) => elements.filter((child) => child.name === name)),
    [element],
  )
}

/** The text of the first of these that is not empty: elements in it, or attributes of it, by their names. */
export function textAt(element: XmlElement, ...names: readonly string[]): string {
  for (const name of names) {
    const texts = [...elementsAt(element, name).map(({ text }) => text), element.attributes.get(name)]
    const text = texts.map(cleanText).find((one) => one !== '')
    if (text !== undefined) return text
  }
  return ''
}

/** Whether a flag is set. Version 1.5 writes `vegan="vegan"`, 1.6 `vegan="1"`, and some write an element. What is no word for no counts. */
export function isSet(element: XmlElement, ...names: readonly string[]): boolean {
  return !isNo(textAt(element, ...names))
}

/** What a flag says that is neither yes nor no; undefined if it is either. */
export function unclearFlag(element: XmlElement, ...names: readonly string[]): string | undefined {
  const text = textAt(element, ...names)
  const isYes = YES.has(text.toLowerCase()) || names.includes(toTagName(text))
  return isYes || isNo(text) ? undefined : text
}

function isNo(text: string): boolean {
  return NO.has(text.toLowerCase()) || isNothing(text)
}

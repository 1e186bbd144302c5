import { toTagName } from '../../food-tags.ts'
import type { XmlElement } from '../containers/xml.ts'
import { isNothing, labelOf } from '../mapping/name-lists.ts'
import type { Reading } from '../mapping/reading.ts'
import { cleanText } from '../mapping/text.ts'
import type { ConversionReport } from '../report.ts'

const DISABLED =
  '[menu, group, item, size|menus, groups, items, sizes] or [option is|options are] left out, because [it is|they are] disabled'
const SEVERAL_PRICES = '[item has|items have] several prices, and [loses|lose] them'
const NO: ReadonlySet<string> = new Set(['', '0', 'false', 'no', 'n', 'off', 'null'])
const YES: ReadonlySet<string> = new Set(['1', 'true', 'yes', 'y', 'on', 'x'])

/** What is needed to read any part of a menu. */
export interface OpenMenuPart extends Reading {
  readonly fileName: string
  /** The currency's code or symbol of the menu, empty if it has none. */
  readonly currency: string
}

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

/**
 * Whether a flag is set. Version 1.5 writes `vegan="vegan"`, 1.6 `vegan="1"`, and some write an element.
 * @returns the text of one that says neither yes nor no
 */
export function flagAt(element: XmlElement, ...names: readonly string[]): boolean | string {
  const text = textAt(element, ...names)
  if (NO.has(text.toLowerCase()) || isNothing(text)) return false
  return YES.has(text.toLowerCase()) || names.includes(toTagName(text)) || text
}

/** The name of an element, in the first of these that is not empty. If it has none, that is an error. */
export function nameOf(element: XmlElement, part: OpenMenuPart, ...names: readonly string[]): string {
  const name = textAt(element, ...names)
  if (name === '') {
    const place = `${part.fileName}, line ${element.line}`
    part.report.errors.add(place, `${element.name} must have a name that is not empty`)
  }
  return name
}

/** The source's own id of an element that is no menu. Groups, items and sizes are each numbered from 1. */
export function uidOf(element: XmlElement, kind: 'group' | 'item' | 'size'): string | undefined {
  const uid = textAt(element, 'uid')
  return uid === '' ? undefined : `${kind}-${uid}`
}

/** The price of an element, in those of these that are not empty. Several that differ are none, and reported. */
export function priceOf(
  element: XmlElement,
  name: string,
  { fileName, prices, currency, report }: OpenMenuPart,
  ...names: readonly string[]
): number | null {
  const texts = new Set(names.flatMap((one) => elementsAt(element, one).map(({ text }) => cleanText(text))))
  texts.delete('')
  if (texts.size > 1) report.lose(SEVERAL_PRICES, labelOf({ name }, [...texts].join(', ')))
  const value = texts.size > 1 ? '' : textAt(element, ...names)
  return prices.read({ value, currency }, { name, place: `${fileName}, line ${element.line}` }, report)
}

/** The elements that are not disabled. Those that are disabled are counted. */
export function enabled(elements: readonly XmlElement[], report: ConversionReport): readonly XmlElement[] {
  const shown = elements.filter((element) => flagAt(element, 'disabled') === false)
  if (shown.length < elements.length) report.skip(DISABLED, elements.length - shown.length)
  return shown
}

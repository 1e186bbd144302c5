import type { XmlElement } from '../containers/xml.ts'
import type { FormatOptions } from '../format.ts'
import type { Budget } from '../mapping/budget.ts'
import { labelOf } from '../mapping/name-lists.ts'
import type { Prices } from '../mapping/prices.ts'
import { cleanText } from '../mapping/text.ts'
import type { ConversionReport } from '../report.ts'
import { elementsAt, isSet, textAt } from './element.ts'

const DISABLED =
  '[menu, group, item, size|menus, groups, items, sizes] or [option is|options are] left out, because [it is|they are] disabled'
const SEVERAL_PRICES = '[item has|items have] several prices, and [loses|lose] them'

/** What is needed to read any part of a menu. */
export interface OpenMenuPart {
  readonly fileName: string
  readonly prices: Prices
  /** For the options of groups, which each of their items has. */
  readonly budget: Budget
  /** The currency's code or symbol of the menu, empty if it has none. */
  readonly currency: string
  readonly options: FormatOptions
  readonly report: ConversionReport
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
  const shown = elements.filter((element) => !isSet(element, 'disabled'))
  if (shown.length < elements.length) report.skip(DISABLED, elements.length - shown.length)
  return shown
}

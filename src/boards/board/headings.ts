import { element, withOwnDirection } from '../../browser/elements.ts'
import type { Group } from '../../browser/menu/menu-fields.ts'
import { shownText } from '../shared/shown-text.ts'
import { areLabelsBroken, type PriceColumns, setWidths } from '../shared/sizes.ts'
import { breakableText } from './word-breaks.ts'

const LOWEST_LEVEL = 6

/** Creates the heading of a group: its name, the labels of its price columns, and its description. */
export function headingOf({ name, description }: Group, level: number, sizes?: PriceColumns): HTMLElement {
  const title = element(`h${Math.min(level, LOWEST_LEVEL)}` as 'h2', 'title', breakableText('group', name))
  const text = description
    ? element('p', 'description', shownText('groupDescription', description))
    : undefined
  return headingWith(title, level, sizes, text)
}

/** Repeats the heading of a group. The copy is only visual, and hidden from assistive technology. */
export function repeatedHeadingOf({ name }: Group, level: number, sizes?: PriceColumns): HTMLElement {
  const heading = headingWith(element('p', 'title', breakableText('group', name)), level, sizes)
  heading.classList.add('repeated')
  heading.ariaHidden = 'true'
  return heading
}

function headingWith(
  title: HTMLElement,
  level: number,
  sizes: PriceColumns | undefined,
  text?: HTMLElement,
): HTMLElement {
  const line = element('div', 'line', title, sizes && labelsOf(sizes))
  const heading = element('div', `heading level-${Math.min(level, LOWEST_LEVEL)}`, line, text)
  if (sizes) setWidths(heading, sizes)
  return heading
}

/** The labels of the price columns. They are only visual: rows repeat them for assistive technology. */
function labelsOf(sizes: PriceColumns): HTMLElement {
  const cells = sizes.names.map((name) => element('span', 'cell', withOwnDirection(name)))
  const labels = element('span', areLabelsBroken(sizes) ? 'cells broken' : 'cells', ...cells)
  labels.ariaHidden = 'true'
  return labels
}

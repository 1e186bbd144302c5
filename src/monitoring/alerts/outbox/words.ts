import { escapeControlCharacters } from '../../../lib/text/escape-control-characters.ts'
import { formatNumber } from '../../../lib/text/format-number.ts'
import { MOST_NAMED } from '../body.ts'

const LONGEST_NAME = 100

/** A name on one line, and not longer than one. */
export function shortName(name: string): string {
  const characters = [...escapeControlCharacters(name)]
  return characters.length <= LONGEST_NAME
    ? characters.join('')
    : `${characters.slice(0, LONGEST_NAME - 1).join('')}…`
}

/** Names in a sentence: `A, B and C`, or the first ones and how many more there are. */
export function joinNames(names: readonly string[], total: number): string {
  const shown = names.slice(0, MOST_NAMED).map(shortName)
  const parts = total > shown.length ? [...shown, `${formatNumber(total - shown.length)} more`] : shown
  const last = parts.pop() ?? ''
  return parts.length === 0 ? last : `${parts.join(', ')} and ${last}`
}

/** A number with its noun: `1 screen`, `15 screens`. */
export function screens(number: number): string {
  return `${formatNumber(number)} screen${number === 1 ? '' : 's'}`
}

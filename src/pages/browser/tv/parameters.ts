import type { MarkStyle } from '../board/marks.ts'
import { keyInFragment } from '../shared/address.ts'
import { LAWS, type Law } from '../shared/laws.ts'
import { selectionOf } from '../shared/selection.ts'
import { languageOf } from './words.ts'

/** Languages written from right to left. */
var RIGHT_TO_LEFT = ['ar', 'dv', 'fa', 'he', 'ku', 'ps', 'sd', 'ug', 'ur', 'yi']

/** The parameters in the address, which are those of the board. */
export interface Parameters {
  /** The query for `/v1/groups`. */
  readonly query: string
  /** From the fragment, which is never sent to a server; empty if there is none. */
  readonly key: string
  readonly device: string
  readonly title: string
  readonly locale: string
  /** The locale of numbers and times, with the digits in the address. */
  readonly numberLocale: string
  readonly direction: 'ltr' | 'rtl'
  /** A code of ISO 4217; empty for numbers without a currency. */
  readonly currency: string
  /** How allergens and diets are marked. */
  readonly marks: MarkStyle
  /** The law that says how calories are shown; undefined for none. */
  readonly law: Law | undefined
}

/** Reads the address. Defaults replace invalid values. */
export function readParameters(): Parameters {
  var given = new URLSearchParams(location.search)
  var tag = localeOf(given.get('locale') || '')
  var marks = given.get('marks')
  return {
    query: selectionOf(given),
    key: keyInFragment(location.hash),
    device: (given.get('device') || '').trim(),
    title: (given.get('title') || '').trim(),
    locale: tag,
    numberLocale: given.get('digits') === 'latn' ? tag.replace(/-u-.*/, '') + '-u-nu-latn' : tag,
    direction: RIGHT_TO_LEFT.indexOf(languageOf(tag)) < 0 ? 'ltr' : 'rtl',
    currency: currencyOf((given.get('currency') || '').toUpperCase()),
    marks: marks === 'numbers' || marks === 'ask' || marks === 'none' ? marks : 'letters',
    law: lawOf(given.get('labelling')),
  }
}

function lawOf(name: string | null): Law | undefined {
  return name === 'us' || name === 'ca-on' || name === 'gb-eng' ? LAWS[name] : undefined
}

function localeOf(given: string): string {
  var candidates = [given].concat(navigator.languages)
  return candidates.filter(isLocale)[0] || 'en'
}

function isLocale(tag: string): boolean {
  try {
    return Intl.NumberFormat.supportedLocalesOf(tag).length > 0
  } catch (_) {
    return false
  }
}

function currencyOf(code: string): string {
  return /^[A-Z]{3}$/.test(code) ? code : ''
}

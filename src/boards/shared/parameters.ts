import { keyInFragment } from '../../browser/address.ts'
import { selectionOf } from '../../browser/selection.ts'
import { LABELLINGS, type LabellingName } from '../labellings.ts'
import { type LOOKS, lookNamed } from '../looks.ts'
import { directionOf, spelled, withLatinDigits, withScript } from './languages.ts'
import { MARK_STYLES, type MarkStyle } from './marks.ts'

/** The ranges of the numbers in an address. Without them, a 55-inch screen is read from three metres. */
export const DIAGONAL_INCHES = { min: 10, max: 150, usual: 55 }
export const DISTANCE_METRES = { min: 0.5, max: 20, usual: 3 }

/** Which part of a menu a screen shows, if several screens share the menu: the second of three. */
export interface ScreenPart {
  readonly number: number
  readonly of: number
}

/** The names of parameters that may have unknown values. `hints.ts` lists the known ones. */
export type CheckedParameter =
  | 'theme'
  | 'accent'
  | 'currency'
  | 'locale'
  | 'digits'
  | 'marks'
  | 'labelling'
  | 'diagonal'
  | 'distance'
  | 'maxpages'
  | 'screen'
  | 'soldout'

/** A query that can be read only by the names of known parameters. */
interface Address {
  readonly get: (name: CheckedParameter | 'device' | 'title') => string | null
}

/** The parameters in the address of a board. */
export interface Parameters {
  /** The query for `/v1/groups`. The same parameters always have the same order. */
  readonly query: string
  /** From the fragment, which is never sent to a server and appears in no log. */
  readonly key: string | undefined
  /** The device that the screen reports as running. */
  readonly device: string | undefined
  readonly title: string
  readonly theme: (typeof LOOKS)[number]
  /** A colour as `#` and six hexadecimal digits. */
  readonly accent: string | undefined
  readonly locale: string
  /** The locale of numbers and times, with the digits in the address. */
  readonly numberLocale: string
  readonly direction: 'ltr' | 'rtl'
  /** A code of ISO 4217; undefined shows numbers without a currency. */
  readonly currency: string | undefined
  /** How allergens and diets are marked. */
  readonly marks: MarkStyle
  /** The law that says how calories are shown. */
  readonly labelling: LabellingName
  readonly diagonalInches: number
  readonly distanceMetres: number
  /** Undefined if the screen shows the whole menu. */
  readonly part: ScreenPart | undefined
  /** The most pages that a screen should show; undefined without the parameter. */
  readonly maxPages: number | undefined
  readonly soldOut: 'mark' | 'hide'
}

/** Reads the address. Defaults replace invalid values, and hints report them while a screen is set up. */
export function readParameters({ search, hash }: Pick<Location, 'search' | 'hash'>): Parameters {
  const query = new URLSearchParams(search)
  const given: Address = query
  const locale = localeOf(given.get('locale') ?? '')
  return {
    query: selectionOf(query),
    key: keyInFragment(hash) || undefined,
    device: given.get('device')?.trim() || undefined,
    title: given.get('title')?.trim() ?? '',
    theme: lookNamed(given.get('theme') ?? ''),
    accent: accentOf(given.get('accent')),
    locale,
    numberLocale: isDigits(given.get('digits')) ? withLatinDigits(locale) : locale,
    direction: directionOf(locale),
    currency: currencyOf(given.get('currency')),
    marks: MARK_STYLES.find((style) => style === given.get('marks')) ?? 'letters',
    labelling: LABELLINGS.find((name) => name === given.get('labelling')) ?? 'none',
    diagonalInches: numberOf(given.get('diagonal'), DIAGONAL_INCHES),
    distanceMetres: numberOf(given.get('distance'), DISTANCE_METRES),
    part: partOf(given.get('screen')),
    maxPages: maxPagesOf(given.get('maxpages')),
    soldOut: given.get('soldout') === 'hide' ? 'hide' : 'mark',
  }
}

function numberOf(given: string | null, { min, max, usual }: typeof DIAGONAL_INCHES): number {
  const value = /^\d+(\.\d+)?$/.test(given ?? '') ? Number(given) : usual
  return value >= min && value <= max ? value : usual
}

function partOf(given: string | null): ScreenPart | undefined {
  const [number = 0, of = 0] = (/^(\d)of(\d)$/.exec(given ?? '') ?? []).slice(1).map(Number)
  return number >= 1 && number <= of ? { number, of } : undefined
}

function maxPagesOf(given: string | null): number | undefined {
  return /^[1-9]\d?$/.test(given ?? '') ? Number(given) : undefined
}

/** Reads three or six hexadecimal digits. The # may be left out, since it must be written as %23 in an address. */
function accentOf(given: string | null): string | undefined {
  const [, digits = ''] = /^#?([\da-f]{3}|[\da-f]{6})$/i.exec(given?.trim() ?? '') ?? []
  if (digits === '') return undefined
  return `#${digits.length === 3 ? digits.replace(/./g, '$&$&') : digits}`.toLowerCase()
}

function localeOf(given: string): string {
  const known = [given, ...navigator.languages].map(spelled).find((tag) => tag !== undefined)
  return withScript(known ?? 'en')
}

/** Returns whether a text names digits that a board can use in place of those of its locale. */
export function isDigits(name: string | null): name is 'latn' {
  return name === 'latn'
}

function currencyOf(given: string | null): string | undefined {
  const currency = given?.toUpperCase() ?? ''
  return /^[A-Z]{3}$/.test(currency) && isKnownCurrency(currency) ? currency : undefined
}

/** Browsers without a list of currencies, such as Chromium before version 99, accept any code. */
function isKnownCurrency(code: string): boolean {
  return Intl.supportedValuesOf?.('currency').includes(code) ?? true
}

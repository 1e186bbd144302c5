import { keyInFragment } from '../../browser/address.ts'
import { LABELLINGS, type LabellingName } from '../labellings.ts'
import { LOOK_PARAMETER, LOOKS } from '../looks.ts'
import { NUMBER_PARAMETERS } from '../parameter-limits.ts'
import { directionOf, knownTag, withScript } from './languages.ts'
import { MARK_STYLES, type MarkStyle } from './marks.ts'

const { diagonal, distance } = NUMBER_PARAMETERS
/** The parameters that are passed on to `/v1/groups`. */
const SELECTION = ['menus', 'groups', 'tags']

/** Which part of a menu a screen shows, if several screens share the menu: the second of three. */
export interface ScreenPart {
  readonly number: number
  readonly of: number
}

/** A screen that shares its menu with no other shows all of it. */
const WHOLE_MENU: ScreenPart = { number: 1, of: 1 }

/** The parameters in the address of a board. */
export interface BoardParameters {
  /** The query for `/v1/groups`. The same parameters always have the same order. */
  readonly query: string
  /** From the fragment, which is never sent to a server and appears in no log. */
  readonly key: string | undefined
  /** The device that the screen reports as running. */
  readonly device: string | undefined
  readonly title: string
  readonly look: (typeof LOOKS)[number]
  readonly locale: string
  readonly direction: 'ltr' | 'rtl'
  /** A code of ISO 4217; undefined shows numbers without a currency. */
  readonly currency: string | undefined
  /** How allergens and diets are marked. */
  readonly marks: MarkStyle
  /** How calories are shown. */
  readonly labelling: LabellingName
  readonly diagonalInches: number
  readonly distanceMetres: number
  readonly part: ScreenPart
  /** Descriptions are shown if the menu with them needs no more pages than this. */
  readonly maxPagesWithDescriptions: number
  readonly soldOut: 'mark' | 'hide'
  /** Parameters whose values are not known, with those values. Defaults are used instead. */
  readonly unknown: readonly (readonly [name: string, value: string])[]
}

/** Reads the address. Defaults replace invalid values, and hints report them while a screen is set up. */
export function readParameters({ search, hash }: Pick<Location, 'search' | 'hash'>): BoardParameters {
  const query = new URLSearchParams(search)
  const unknown: [string, string][] = []
  const locale = withScript(
    read('locale', knownTag) ?? navigator.languages.map(knownTag).find(Boolean) ?? 'en',
  )
  return {
    query: selectionOf(query),
    key: keyInFragment(hash) || undefined,
    device: query.get('device')?.trim() || undefined,
    title: query.get('title')?.trim() ?? '',
    look: read(LOOK_PARAMETER, oneOf(LOOKS)) ?? LOOKS[0],
    locale,
    direction: directionOf(locale),
    currency: read('currency', currencyOf),
    marks: read('marks', oneOf(MARK_STYLES)) ?? 'letters',
    labelling: read('labelling', oneOf(LABELLINGS)) ?? 'none',
    diagonalInches: read('diagonal', numberIn(diagonal)) ?? diagonal.defaultValue,
    distanceMetres: read('distance', numberIn(distance)) ?? distance.defaultValue,
    part: read('screen', partOf) ?? WHOLE_MENU,
    maxPagesWithDescriptions: read('maxpages', maxPagesOf) ?? 1,
    soldOut: read('soldout', oneOf(['mark', 'hide'])) ?? 'mark',
    unknown,
  }

  function read<Value>(name: string, parse: (given: string) => Value | undefined): Value | undefined {
    const given = query.get(name)?.trim() ?? ''
    if (given === '') return undefined
    const value = parse(given)
    if (value === undefined) unknown.push([name, given])
    return value
  }
}

function selectionOf(given: URLSearchParams): string {
  const query = new URLSearchParams()
  for (const name of SELECTION)
    for (const value of given.getAll(name)) if (value !== '') query.append(name, value)
  return query.toString()
}

function oneOf<Name extends string>(names: readonly Name[]) {
  return (given: string) => names.find((name) => name === given)
}

function numberIn({ min, max }: typeof diagonal) {
  return (given: string) => {
    const value = /^\d+(\.\d+)?$/.test(given) ? Number(given) : Number.NaN
    return value >= min && value <= max ? value : undefined
  }
}

function partOf(given: string): ScreenPart | undefined {
  const [number = 0, of = 0] = (/^(\d)of(\d)$/.exec(given) ?? []).slice(1).map(Number)
  return number >= 1 && number <= of ? { number, of } : undefined
}

function maxPagesOf(given: string): number | undefined {
  return /^[1-9]\d?$/.test(given) ? Number(given) : undefined
}

function currencyOf(given: string): string | undefined {
  const currency = given.toUpperCase()
  return /^[A-Z]{3}$/.test(currency) && isKnownCurrency(currency) ? currency : undefined
}

/** Browsers without a list of currencies, such as Chromium before version 99, accept any code. */
function isKnownCurrency(code: string): boolean {
  return Intl.supportedValuesOf?.('currency').includes(code) ?? true
}

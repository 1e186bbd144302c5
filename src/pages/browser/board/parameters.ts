import { keyInFragment } from '../shared/address.ts'
import { selectionOf } from '../shared/selection.ts'

export const THEMES = ['slate', 'paper', 'chalk'] as const
/** Languages written from right to left, for browsers that do not know the direction of a language. */
const RIGHT_TO_LEFT = ['ar', 'dv', 'fa', 'he', 'ku', 'ps', 'sd', 'ug', 'ur', 'yi']
/** The parameters in the address of a board. */
export interface Parameters {
  /** The query for `/v1/groups`. The same parameters always have the same order. */
  readonly query: string
  /** From the fragment, which is never sent to a server and appears in no log. */
  readonly key: string | undefined
  /** The device that the screen reports as running. */
  readonly device: string | undefined
  readonly title: string
  readonly theme: (typeof THEMES)[number]
  readonly locale: string
  /** The locale of numbers and times, with the digits in the address. */
  readonly numberLocale: string
  readonly direction: 'ltr' | 'rtl'
  /** A code of ISO 4217; undefined shows numbers without a currency. */
  readonly currency: string | undefined
}

/** Reads the address. Defaults replace invalid values, and hints report them while a screen is set up. */
export function readParameters({ search, hash }: Pick<Location, 'search' | 'hash'>): Parameters {
  const given = new URLSearchParams(search)
  const locale = localeOf(given.get('locale'))
  return {
    query: selectionOf(given),
    key: keyInFragment(hash) || undefined,
    device: given.get('device')?.trim() || undefined,
    title: given.get('title')?.trim() ?? '',
    theme: THEMES.find((theme) => theme === given.get('theme')) ?? 'slate',
    locale: locale.toString(),
    numberLocale: withDigits(locale, given.get('digits')).toString(),
    direction: directionOf(locale),
    currency: currencyOf(given.get('currency')),
  }
}

function localeOf(given: string | null): Intl.Locale {
  const locale = new Intl.Locale([given ?? '', ...navigator.languages].find(isLocale) ?? 'en')
  // The script chooses between the shapes that a character has in China and in Taiwan.
  return locale.language === 'zh' ? locale.maximize() : locale
}

function withDigits(locale: Intl.Locale, digits: string | null): Intl.Locale {
  return isDigits(digits) ? new Intl.Locale(locale, { numberingSystem: digits }) : locale
}

/** Returns whether a text names digits that a board can use in place of those of its locale. */
export function isDigits(name: string | null): name is 'latn' {
  return name === 'latn'
}

/** Returns whether a text is a tag of a language that the browser knows. */
export function isLocale(tag: string): boolean {
  try {
    return Intl.NumberFormat.supportedLocalesOf(tag).length > 0
  } catch {
    return false
  }
}

function directionOf(locale: Intl.Locale): 'ltr' | 'rtl' {
  const { getTextInfo, textInfo } = locale as LocaleWithText
  const direction = (getTextInfo?.call(locale) ?? textInfo)?.direction
  return direction ?? (RIGHT_TO_LEFT.includes(locale.language) ? 'rtl' : 'ltr')
}

/** The method is the standard. Older browsers have the property. */
interface LocaleWithText {
  getTextInfo?: () => TextInfo
  textInfo?: TextInfo
}
interface TextInfo {
  readonly direction: 'ltr' | 'rtl'
}

function currencyOf(given: string | null): string | undefined {
  const currency = given?.toUpperCase() ?? ''
  return /^[A-Z]{3}$/.test(currency) && isKnownCurrency(currency) ? currency : undefined
}

/** Browsers without a list of currencies, such as Chromium before version 99, accept any code. */
function isKnownCurrency(code: string): boolean {
  return Intl.supportedValuesOf?.('currency').includes(code) ?? true
}

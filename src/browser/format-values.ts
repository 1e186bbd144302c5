import type { Menu } from '#dist/menu/schema.js'

/** Numbers are formatted for the languages of the browser. */
export const BROWSER_LANGUAGES = [...navigator.languages]

const number = new Intl.NumberFormat(BROWSER_LANGUAGES)
const price = new Intl.NumberFormat(BROWSER_LANGUAGES, { minimumFractionDigits: 2, maximumFractionDigits: 4 })

export const formatNumber = (value: number): string => number.format(value)
/** Formats a count with its noun, for example `2 groups`. */
export const counted = (amount: number, noun: string): string =>
  `${formatNumber(amount)} ${noun}${amount === 1 ? '' : 's'}`
/** A price has no currency, because the service does not know it. */
export const formatPrice = (value: number): string => price.format(value)
export const formatDuration = (durationMs: number): string => inUnit(durationMs, 'millisecond')

/** Formats a size, for example `12.5 kB`. */
export function formatBytes(bytes: number): string {
  if (bytes < 1000) return inUnit(bytes, 'byte', 'long')
  return bytes < 1_000_000 ? inUnit(bytes / 1000, 'kilobyte') : inUnit(bytes / 1_000_000, 'megabyte')
}

const unitFormats = new Map<string, Intl.NumberFormat>()

function inUnit(value: number, unit: string, unitDisplay: 'long' | 'short' = 'short'): string {
  const maximumFractionDigits = value < 10 ? 1 : 0
  const kind = `${unit} ${unitDisplay} ${maximumFractionDigits}`
  const known = unitFormats.get(kind)
  const format =
    known ??
    new Intl.NumberFormat(BROWSER_LANGUAGES, { style: 'unit', unit, unitDisplay, maximumFractionDigits })
  unitFormats.set(kind, format)
  return format.format(value)
}

/** Formats where a menu is served, for example `Café Nord, Oslo`; empty if it has no location. */
export function formatPlace({ restaurantName, name }: Menu['locations']): string {
  return [restaurantName, name].filter(Boolean).join(', ')
}

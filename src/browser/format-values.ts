import type { Menu } from '#dist/menu/schema.js'
import { counted } from '../lib/text/format-number.ts'

/** Numbers are formatted for the languages of the browser. */
export const BROWSER_LANGUAGES = [...navigator.languages]

const number = new Intl.NumberFormat(BROWSER_LANGUAGES)
const price = new Intl.NumberFormat(BROWSER_LANGUAGES, { minimumFractionDigits: 2, maximumFractionDigits: 4 })

export const localNumber = (value: number): string => number.format(value)
/** Formats a count with its noun, for example `2 groups`. */
export const localCount = (amount: number, noun: string): string => counted(amount, noun, localNumber)
/** A price has no currency, because the service does not know it. */
export const formatPrice = (value: number): string => price.format(value)

/** Formats where a menu is served, for example `Café Nord, Oslo`; empty if it has no location. */
export function formatPlace({ restaurantName, name }: Menu['locations']): string {
  return [restaurantName, name].filter(Boolean).join(', ')
}

import type { CountedText } from '../import-report.ts'

/** The advice for a menu that cannot be read from its file. */
export const AS_SPREADSHEET = 'copy the menu into a spreadsheet, and save it as XLSX or CSV'

/** Import files have no field for the description of a menu. */
export const MENU_DESCRIPTION = '[menu loses its description|menus lose their descriptions]'

/** The price of a pound or a litre would look like the price of one piece. */
export const BY_MEASURE = '[item has|items have] no price, because [it is|they are] sold by a measure'

/** This is no loss, because the user has not chosen a location. @param option the option that chooses one */
export function differsAt(option: '--location' | '--location-id'): CountedText {
  return `[item has|items have] another price or stock at some locations: choose one with ${option}`
}

/** @param currency the wanted one, if any */
export function noPriceIn(currency: string | undefined): CountedText {
  const where = currency === undefined ? '' : ` in ${currency}`
  return `[item has|items have] no price${where}`
}

export const INGREDIENTS =
  '[item loses|items lose] ingredients that are not the name of an allergen, so check whether they contain one'
export const TRACES =
  '[item|items] that may have traces of an allergen [is|are] tagged as if [it contains|they contain] it'
export const UNMARKED_ALLERGEN =
  '[item has|items have] allergens that boards have no mark for, and write out (check their spelling)'
export const UNSHOWN_DIET = '[item has|items have] diets that boards do not show (check their spelling)'
export const UNKNOWN_TAG =
  '[item has|items have] tags of allergens or diets that boards do not know, which are taken as they stand'

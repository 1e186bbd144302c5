import { ALLERGENS, DIETS } from '../../../menu/mark-names.ts'
import type { Reason } from '../report.ts'

/** What menus of an import file have no field for. */
export const MENU_DESCRIPTION = '[menu loses its description|menus lose their descriptions]'
export const MENU_TIMES = '[menu loses|menus lose] the times at which [it is|they are] served'

export const ROUNDED_PRICE = '[price was|prices were] rounded to the digits of [its|their] currency'
export const ROUNDED_AS_SHOWN =
  '[price was|prices were] rounded to the digits that [its cell shows|their cells show]'
export const UNREADABLE_PRICE = '[item has|items have] a price that is not a number'
export const TWO_CURRENCIES = '[item has|items have] a price in two currencies'
export const UNREADABLE_CALORIES = '[item has|items have] calories that are not one number'

/** A price for a pound or a litre would look like that of one piece. */
export const BY_MEASURE = '[item loses|items lose] the measure that [its|their] price is for'

export const ALCOHOL = '[item loses that it contains|items lose that they contain] alcohol'

/** Not a loss: the user has not asked for a location. @param option which asks for one */
export function otherPricesAt(option: '--location' | '--location-id'): Reason {
  return `[item has|items have] other prices at some locations, which ${option} chooses`
}

/** Not a loss: the user decides whether modifiers are imported. */
export const MODIFIERS_LEFT_OUT =
  '[list|lists] of modifiers [is|are] left out, because --modifiers is not given'
/** Something that contains itself would never end. */
export const MODIFIER_CYCLE =
  '[list|lists] of modifiers [is|are] left out, because [it contains itself|they contain themselves]'

/** Where a file has the name of something that is no currency, or of one that may be any. */
export const UNKNOWN_CURRENCY =
  '[item has|items have] no price, because [its|their] currency is not known (write its ISO 4217 code, or leave it out)'
/** Where a file names no currency at all. */
export const UNNAMED_CURRENCY =
  '[item has|items have] no price, because [its|their] currency is not known (name it with --currency)'

/** @param currency the one that is wanted, if any */
export function noPriceIn(currency: string | undefined): Reason {
  const where = currency === undefined ? '' : ` in ${currency}`
  return `[item has|items have] no price${where}`
}

export const SHELLFISH =
  '[item|items] with shellfish [is|are] tagged as if [it has|they have] crustaceans, so check whether [it has|they have] molluscs'
export const TRACES =
  '[item|items] that may have traces of an allergen [is|are] tagged as if [it contains|they contain] it'
export const UNMARKED_ALLERGEN =
  '[item has|items have] allergens that boards have no mark for, and write out (check their spelling)'
export const LOST_ALLERGEN =
  '[item loses|items lose] allergens that are not known (write their names, such as milk)'
export const UNSHOWN_DIET = '[item has|items have] diets that boards do not show (check their spelling)'
export const LOST_DIET = '[item loses|items lose] diets that are not known (write their names, such as vegan)'
export const UNKNOWN_TAG =
  '[item has|items have] tags of allergens or diets that boards do not know, which are taken as they stand'

/* Not losses: what is written is read as boards print it, which the user may check. */
export const ALLERGEN_NUMBERS = `[item has|items have] allergens as numbers, which are read as those that boards print (${ALLERGENS.map(
  ([slug], index) => `${index + 1} ${slug}`,
).join(', ')})`
export const DIET_LETTERS = `[item has|items have] diets as letters, which are read as those that boards print (${DIETS.map(
  ([slug, letters]) => `${letters} ${slug.replace('_', '-')}`,
).join(', ')})`

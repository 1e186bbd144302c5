import { LAWS } from '../shared/laws.ts'
import type { Item } from '../shared/menu/fields.ts'

export const LABELLINGS = ['us', 'ca-on', 'gb-eng', 'none'] as const
export type LabellingName = (typeof LABELLINGS)[number]

/** Calories as a law wants them, which is as large and as noticeable as names. */
export interface Labelling {
  /** The sentences at the bottom of each page. */
  readonly statement: string
  /**
   * Formats the calories of an item, or of what a guest chooses from at one price. Two choices are both named, and more are
   * a range: `150/250 Cal` and `150–300 Cal`.
   */
  readonly calories: (choices: readonly number[]) => string
}

/** Returns how calories are shown for a law; undefined for none, which is as the board likes. */
export function labellingFor(name: LabellingName, locale: string): Labelling | undefined {
  if (name === 'none') return undefined
  const { unit, statement, round } = LAWS[name]
  const format = new Intl.NumberFormat(locale, { maximumFractionDigits: 0 })
  return {
    statement,
    calories: (choices) => {
      const rounded = choices.map(round)
      const ends = [...new Set([Math.min(...rounded), Math.max(...rounded)])]
      return `${ends.map((end) => format.format(end)).join(choices.length > 2 ? '–' : '/')}\u00a0${unit}`
    },
  }
}

/**
 * Returns the calories of the choices that an item has at one price; none if those of the item are shown instead. For a law,
 * a range would be wrong if it left out choices whose calories are unknown.
 */
export function caloriesOfChoices({ items }: Item, labelling: Labelling | undefined): readonly number[] {
  const known = items.flatMap(({ calories }) => calories ?? [])
  return labelling && known.length < items.length ? [] : known
}

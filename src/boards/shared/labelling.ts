import type { LabellingName } from '../labellings.ts'

/** What a law demands for the calories on a board. Its words are fixed, and not translated. */
interface Rules {
  readonly unit: string
  readonly statement: string
  readonly round: (calories: number) => number
}

const RULES: Readonly<Record<Exclude<LabellingName, 'none'>, Rules>> = {
  us: {
    unit: 'Cal',
    statement:
      '2,000 calories a day is used for general nutrition advice, but calorie needs vary. Additional nutrition information available upon request.',
    round: roundForUnitedStates,
  },
  'ca-on': {
    unit: 'Cals',
    statement:
      'Adults and youth (ages 13 and older) need an average of 2,000 calories a day, and children (ages 4 to 12) need an average of 1,500 calories a day. However, individual needs vary.',
    round: Math.round,
  },
  'gb-eng': { unit: 'kcal', statement: 'adults need around 2000 kcal a day', round: Math.round },
}

/** Shows calories as a law demands: as large and as noticeable as names. */
export interface Labelling {
  /** The sentences at the bottom of each page. */
  readonly statement: string
  /**
   * Formats the calories of an item, or of its choices at one price. Two choices are both named, and more are
   * a range: `150/250 Cal` and `150–300 Cal`.
   */
  readonly calories: (choices: readonly number[]) => string
}

/** Returns the labelling with this name in a locale; undefined for `none`. */
export function labellingFor(name: LabellingName, locale: string): Labelling | undefined {
  if (name === 'none') return undefined
  const { unit, statement, round } = RULES[name]
  const format = new Intl.NumberFormat(locale, { maximumFractionDigits: 0 })
  return {
    statement,
    calories: (choices) => {
      const rounded = choices.map(round)
      const ends = Array.from(new Set([Math.min(...rounded), Math.max(...rounded)]))
      return `${ends.map((end) => format.format(end)).join(choices.length > 2 ? '–' : '/')}\u00a0${unit}`
    },
  }
}

/** 21 CFR 101.11(b)(2)(i)(A): calories up to 50 are rounded to 5, and higher ones to 10. Less than 5 calories may be 0. */
function roundForUnitedStates(calories: number): number {
  if (calories < 5) return 0
  const step = calories <= 50 ? 5 : 10
  return Math.round(calories / step) * step
}

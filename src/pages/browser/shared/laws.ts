/* The basic board uses this too, so it is written without the syntax of 2015. */

/** How a law that demands calories on menus wants them to be shown. Its words are fixed, and not translated. */
export interface Law {
  readonly unit: string
  readonly statement: string
  readonly round: (calories: number) => number
}

export var LAWS: Readonly<Record<'us' | 'ca-on' | 'gb-eng', Law>> = {
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

/** 21 CFR 101.11(b)(2)(i)(A): to 5 up to 50, to 10 above, and less than 5 may be 0. */
function roundForUnitedStates(calories: number): number {
  if (calories < 5) return 0
  var step = calories <= 50 ? 5 : 10
  return Math.round(calories / step) * step
}

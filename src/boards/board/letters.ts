/** The traits of the letters of a script, for style sheets. Most scripts are like the Latin one. */
const TRAITS: Readonly<Record<string, string>> = {
  Arab: 'upright tall deep',
  Deva: 'upright tall',
  Hans: 'upright high vertical unspaced',
  Hant: 'upright high vertical unspaced',
  Jpan: 'upright high vertical unspaced',
  Kore: 'upright high',
  Thai: 'upright tall unspaced',
}

/** The digits whose zero is a dot, or hardly larger. */
const DOTTED = /^arab(?:ext)?$/

/** Sets `data-letters` to the traits of the letters and digits of a locale, so that each CSS rule needs one selector. */
export function describeLetters(root: HTMLElement, locale: string): void {
  const { script = '' } = new Intl.Locale(locale).maximize()
  const { numberingSystem } = new Intl.NumberFormat(locale).resolvedOptions()
  root.dataset['letters'] = `${TRAITS[script] ?? ''} ${DOTTED.test(numberingSystem) ? 'dotted' : ''}`.trim()
}

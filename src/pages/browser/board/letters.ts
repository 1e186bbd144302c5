/** What style sheets need to know of the letters of a script. Most scripts are like the Latin one. */
const TRAITS: Readonly<Record<string, string>> = {
  Arab: 'upright tall deep',
  Deva: 'upright tall',
  Hans: 'upright vertical',
  Hant: 'upright vertical',
  Jpan: 'upright vertical',
  Kore: 'upright',
  Thai: 'upright tall',
}

/** The digits whose zero is a dot, or hardly larger. */
const DOTTED = /^arab(?:ext)?$/

/**
 * Names the traits of the letters of a locale in the attribute `data-letters`, and those of the digits in its numbers, so that
 * each rule of a style sheet has one selector.
 */
export function describeLetters(root: HTMLElement, locale: string, numberLocale: string): void {
  const { script = '' } = new Intl.Locale(locale).maximize()
  const { numberingSystem } = new Intl.NumberFormat(numberLocale).resolvedOptions()
  root.dataset['letters'] = `${TRAITS[script] ?? ''} ${DOTTED.test(numberingSystem) ? 'dotted' : ''}`.trim()
}

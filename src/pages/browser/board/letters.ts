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

/** Names the traits of the letters of a locale in the attribute `data-letters`, so that each rule of a style sheet has one selector. */
export function describeLetters(root: HTMLElement, locale: string): void {
  const { script = '' } = new Intl.Locale(locale).maximize()
  root.dataset['letters'] = TRAITS[script] ?? ''
}

/** The traits of scripts, for style sheets. A script without traits is like the Latin one. */
const SCRIPT_TRAITS: Readonly<Record<string, string>> = {
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

/** Sets `data-script` to the traits of the script and the digits of a locale, so that each CSS rule needs one selector. */
export function setScriptTraits(root: HTMLElement, locale: string): void {
  const { script = '' } = new Intl.Locale(locale).maximize()
  const { numberingSystem } = new Intl.NumberFormat(locale).resolvedOptions()
  root.dataset['script'] =
    `${SCRIPT_TRAITS[script] ?? ''} ${DOTTED.test(numberingSystem) ? 'dotted' : ''}`.trim()
}

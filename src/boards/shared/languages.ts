/** The parts of a language tag. Old televisions have no `Intl.Locale`, so this reads tags in the spelling of `knownTag`. */
interface Tag {
  readonly language: string
  /** Empty if the tag names none. For Chinese, it is then the script of the region, or the simplified one without a region. */
  readonly script: string
  readonly region: string
}

/** Where Chinese is written with traditional characters (CLDR, likely subtags). */
const TRADITIONAL = /^(?:AU|BN|GB|GF|HK|ID|MO|PA|PF|PH|SR|TH|TW|US|VN)$/
/** The languages and scripts that are written from right to left. The languages count only for tags without a script. */
const RIGHT_TO_LEFT = {
  languages: 'ar ars ckb dv fa he ks lrc mzn nqo pa-PK ps sd syr ug ur uz-AF yi'.split(' '),
  scripts: ['Adlm', 'Arab', 'Hebr', 'Nkoo', 'Syrc', 'Thaa'],
}

/** Returns a tag in its usual spelling; undefined if the browser does not know its language. */
export function knownTag(tag: string): string | undefined {
  try {
    return Intl.NumberFormat.supportedLocalesOf(tag)[0]
  } catch {
    return undefined
  }
}

/** Adds the script to a Chinese tag, because characters have other shapes in Taiwan than in China. */
export function withScript(locale: string): string {
  const { language, script, region } = readTag(locale)
  if (language !== 'zh') return locale
  const rest = locale.replace(/^zh(-[A-Z][a-z]{3})?(-(?:[A-Z]{2}|\d{3}))?/, '')
  return `zh-${script}-${region || (script === 'Hant' ? 'TW' : 'CN')}${rest}`
}

export function directionOf(locale: string): 'ltr' | 'rtl' {
  const { language, script, region } = readTag(locale)
  const { languages, scripts } = RIGHT_TO_LEFT
  const isRightToLeft =
    script === ''
      ? languages.includes(language) || languages.includes(`${language}-${region}`)
      : scripts.includes(script)
  return isRightToLeft ? 'rtl' : 'ltr'
}

/** Whether a locale is English of the United States, which has words of its own. */
export function isAmerican(locale: string): boolean {
  return readTag(locale).language === 'en' && isInUnitedStates(locale)
}

/** Whether a locale names the United States, in any language. */
export function isInUnitedStates(locale: string): boolean {
  return readTag(locale).region === 'US'
}

/** Returns which entry of a table is in the language of a locale: `en` if there is none. */
export function knownLanguage<Table extends { readonly en: unknown }>(
  locale: string,
  table: Table,
): keyof Table & string {
  const { language, script, region } = readTag(locale)
  const isKnown = (tag: string): tag is keyof Table & string => tag in table
  return [`${language}-${region}`, `${language}-${script}`, language].find(isKnown) ?? 'en'
}

function readTag(locale: string): Tag {
  const [language = '', ...others] = locale.replace(/-[a-z\d]-.*/, '').split('-')
  const region = others.find((part) => /^(?:[A-Z]{2}|\d{3})$/.test(part)) ?? ''
  const script = others.find((part) => /^[A-Z][a-z]{3}$/.test(part))
  const implied = language === 'zh' ? (TRADITIONAL.test(region) ? 'Hant' : 'Hans') : ''
  return { language, script: script ?? implied, region }
}

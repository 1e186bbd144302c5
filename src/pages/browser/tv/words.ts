import type { Words } from '../board/words.ts'

/** The words of the board in each of its languages. The build inserts them. */
declare const WORDS: Readonly<Record<string, Words>> & { readonly en: Words }

var words = WORDS

/** Returns the words in the language of a locale, or in English if they are not known in it. */
export function wordsFor(locale: string): Words {
  var tag = locale === 'en-US' ? locale : knownTag(locale, words)
  return words[tag] || words.en
}

/** Returns which language of a table is that of a locale, or English if it is not in the table. */
export function knownTag(locale: string, table: Readonly<Record<string, unknown>>): string {
  var language = languageOf(locale)
  var tag = language === 'zh' ? chineseOf(locale) : locale
  var tags = [tag, tag.split('-').slice(0, 2).join('-'), language]
  return (
    tags.filter(function (one) {
      return one in table
    })[0] || 'en'
  )
}

/** Returns the language of a locale. Old browsers have no `Intl.Locale`. */
export function languageOf(locale: string): string {
  return (locale.split('-')[0] || '').toLowerCase()
}

function chineseOf(locale: string): string {
  return /-(hant|tw|hk|mo)\b/i.test(locale) && !/-hans\b/i.test(locale) ? 'zh-Hant' : 'zh-Hans'
}

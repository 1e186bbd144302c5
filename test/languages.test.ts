import { expect, test } from 'vitest'
import { directionOf, knownTag, withScript } from '../src/boards/shared/languages.ts'

test.each([
  ['DE-at', 'de-AT'],
  ['pt-br', 'pt-BR'],
  ['zh-hant-tw', 'zh-Hant-TW'],
  ['deutsch', undefined],
  ['_nonsense_', undefined],
  ['', undefined],
])('the tag %s is spelled %s', (tag, spelling) => {
  expect(knownTag(tag)).toBe(spelling)
})

test.each([
  ['zh', 'zh-Hans-CN'],
  ['zh-SG', 'zh-Hans-SG'],
  ['zh-TW', 'zh-Hant-TW'],
  ['zh-HK', 'zh-Hant-HK'],
  ['zh-Hant', 'zh-Hant-TW'],
  ['zh-Hans-HK', 'zh-Hans-HK'],
  ['zh-419', 'zh-Hans-419'],
  ['zh-u-nu-hanidec', 'zh-Hans-CN-u-nu-hanidec'],
  ['ja-JP', 'ja-JP'],
])('the locale %s becomes %s, as Intl has it', (locale, expected) => {
  expect(withScript(locale)).toBe(expected)
  if (locale.startsWith('zh')) expect(new Intl.Locale(locale).maximize().toString()).toBe(expected)
})

test.each([
  ['ar-EG', 'rtl'],
  ['he', 'rtl'],
  ['ckb', 'rtl'],
  ['ur-Latn', 'ltr'],
  ['uz', 'ltr'],
  ['uz-Arab', 'rtl'],
  ['uz-AF', 'rtl'],
  ['pa-PK', 'rtl'],
  ['en-GB', 'ltr'],
  ['zh-Hant-TW', 'ltr'],
])('%s is written %s', (locale, direction) => {
  expect(directionOf(locale)).toBe(direction)
})

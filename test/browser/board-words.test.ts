import { describe, expect, test } from 'vitest'
import { wordsFor } from '../../src/boards/shared/words.ts'
import { BOARD_LANGUAGES } from '../../src/lib/food/mark-names.ts'

describe.each(BOARD_LANGUAGES)('the words of a board in %s', (language) => {
  test('are marked as that language, and complete', () => {
    const { language: marked, ...words } = wordsFor(language)
    expect(marked).toBe(language)
    for (const [name, text] of Object.entries(words)) expect(text, name).not.toBe('')
    expect(Object.keys(words)).toHaveLength(16)
  })

  test('are words of their own, not those of another language', () => {
    const others = BOARD_LANGUAGES.filter((other) => other !== language).map(
      (other) => wordsFor(other).accessExpired,
    )
    expect(others).not.toContain(wordsFor(language).accessExpired)
  })
})

test.each([
  ['pt-BR', 'Cardápio'],
  ['pt-PT', 'Ementa'],
  ['pt-AO', 'Ementa'],
  ['de-AT', 'Speisekarte'],
  ['sv-SE', 'Menu'],
  ['zh', '菜单'],
  ['zh-CN', '菜单'],
  ['zh-SG', '菜单'],
  ['zh-Hans-HK', '菜单'],
  ['zh-TW', '菜單'],
  ['zh-HK', '菜單'],
  ['zh-Hant-CN', '菜單'],
  ['ja-JP', 'メニュー'],
])('the words for the locale %s call the menu “%s”', (locale, menu) => {
  expect(wordsFor(locale).menu).toBe(menu)
})

test('words that are not known in a language are English, and marked as English', () => {
  expect(wordsFor('sv-SE')).toEqual(wordsFor('en-GB'))
})

test('calories are “cal” in the United States and “kcal” elsewhere', () => {
  expect(wordsFor('en-US').calorieUnit).toBe('cal')
  expect(wordsFor('en-GB').calorieUnit).toBe('kcal')
  expect(wordsFor('sv-US').calorieUnit).toBe('kcal')
})

import { describe, expect, test } from 'vitest'
import { formatsFor } from '../src/boards/shared/number-formats.ts'
import { timeFormat } from '../src/boards/shared/time-format.ts'
import { wordsFor } from '../src/boards/shared/words.ts'

function pricesOf(locale: string, currency: string | undefined, ...prices: number[]): string[] {
  const items = prices.map((price) => ({
    ...{ id: 'i', name: 'i', description: null, price, calories: null, inStock: true, tags: [], items: [] },
  }))
  const group = { id: 'g', name: 'g', description: null, groups: [], items }
  const { price } = formatsFor({ locale, currency }, wordsFor(locale), { groups: [group] })
  // Marks of direction, and the kinds of spaces, differ between versions of Node.
  return prices.map((each) =>
    price(each)
      .replace(/[\u061c\u200e\u200f]/g, '')
      .replace(/\s/g, ' '),
  )
}

describe('the prices of a menu', () => {
  test.each([
    ['de-AT', 'EUR', [8.5, 12], ['€ 8,50', '€ 12,00']],
    ['fr-FR', 'EUR', [8.5, 12], ['8,50 €', '12,00 €']],
    ['en-GB', 'USD', [8.5], ['$8.50']],
    ['ar-EG', 'EGP', [25.5], ['٢٥٫٥٠ ج.م.']],
    ['ar-EG-u-nu-latn', 'EGP', [25.5], ['25.50 ج.م.']],
    ['ar-AE', 'AED', [25.5], ['25.50 د.إ.']],
    ['hi-IN', 'INR', [125000.5], ['₹1,25,000.50']],
  ] as const)('in %s with %s are written as they are there', (locale, currency, prices, expected) => {
    expect(pricesOf(locale, currency, ...prices)).toEqual(expected)
  })

  test('in yen have the character 円 after the number in Japanese, and the sign elsewhere', () => {
    expect(pricesOf('ja-JP', 'JPY', 550, 1200)).toEqual(['550円', '1,200円'])
    expect(pricesOf('ja', 'JPY', 550.5)).toEqual(['551円'])
    expect(pricesOf('en-US', 'JPY', 550)).toEqual(['¥550'])
    expect(pricesOf('ja-JP', 'USD', 5.5)).toEqual(['$5.50'])
  })

  test('have the sign that an older browser knows in English, where it writes the code', () => {
    const { NumberFormat } = Intl
    Intl.NumberFormat = new Proxy(NumberFormat, {
      construct: (target, [locale, options]) => {
        if (options?.currencyDisplay) throw new RangeError('narrowSymbol')
        return new target(locale, locale === 'en-GB' ? { ...options, currencyDisplay: 'code' } : options)
      },
    })
    try {
      expect(pricesOf('en-GB', 'GBP', 8.5)).toEqual(['£ 8.50'])
    } finally {
      Intl.NumberFormat = NumberFormat
    }
  })

  test('have as many decimals as their currency, or none if all are whole', () => {
    expect(pricesOf('en-KW', 'KWD', 1.5, 2)).toEqual(['KWD 1.500', 'KWD 2.000'])
    expect(pricesOf('ko-KR', 'KRW', 5500)).toEqual(['₩5,500'])
    expect(pricesOf('vi-VN', 'VND', 45000)).toEqual(['45.000 ₫'])
    expect(pricesOf('en-US', 'USD', 5, 12)).toEqual(['$5', '$12'])
    expect(pricesOf('en-KW', 'KWD', 5, 12)).toEqual(['KWD 5', 'KWD 12'])
  })

  test('without a currency have the same decimals, two to four', () => {
    expect(pricesOf('en', undefined, 5, 12)).toEqual(['5', '12'])
    expect(pricesOf('en', undefined, 5, 12.5)).toEqual(['5.00', '12.50'])
    expect(pricesOf('en', undefined, 5, 12.125)).toEqual(['5.000', '12.125'])
    expect(pricesOf('en', undefined, 0.00001, 12.5)).toEqual(['0.00', '12.50'])
  })
})

test('calories that round to one number are no range', () => {
  const { calories } = formatsFor({ locale: 'en', currency: undefined }, wordsFor('en'), { groups: [] })
  expect(calories([100.2, 100.4])).toBe('100\u00a0kcal')
})

test('the last update of another day has its date', () => {
  expect(timeFormat('en-GB')(new Date(2020, 0, 5, 14, 5))).toMatch(/^5 Jan.* 14:05$/)
})

import { describe, expect, test } from 'vitest'
import { convertItem, convertObjects, item, variation } from '../support/square.ts'

const euro = (amount: number) => ({ amount, currency: 'EUR' })

describe('square: prices', () => {
  test.each([
    ['USD', 435, 4.35],
    ['USD', 800, 8],
    ['USD', 0, 0],
    ['jpy', 500, 500],
    ['KWD', '1234', 1.234],
  ])('of %s are in its minor unit', async (currency, amount, price) => {
    const variations = [variation('Regular', { price_money: { amount, currency } })]
    expect((await convertItem({ variations })).item.price).toBe(price)
  })

  const TWO_CURRENCIES = [
    item('Latte'),
    item('Mocha', { variations: [variation('S', { price_money: euro(700) }), variation('L')] }),
    item('Tea', { variations: [variation('Regular', { price_money: euro(500) })] }),
  ]

  test('in several currencies are refused without --currency, and with it those in others are named', async () => {
    await expect(convertObjects(TWO_CURRENCIES)).rejects.toThrow(
      'The prices are in several currencies (EUR, USD): choose one with --currency',
    )
    const { groups, lines } = await convertObjects(TWO_CURRENCIES, { currency: 'usd' })
    expect(groups[0]?.items.map(({ price }) => price)).toEqual([8, null, null])
    expect(lines).toEqual(['2 items have no price in USD: Mocha (S), Tea.'])
  })

  test('of what is left out have no say in the currency', async () => {
    const variations = [variation('V', { price_money: euro(700) })]
    const { groups } = await convertObjects([item('Latte'), item('Old', { variations, is_archived: true })])
    expect(groups[0]?.items[0]?.price).toBe(8)
  })

  test.each(['dollars', 'UNKNOWN_CURRENCY', '', undefined])(
    'in %j are refused, with what to do, which makes them prices',
    async (currency) => {
      const variations = [variation('Regular', { price_money: { amount: 800, currency } })]
      const catalog = [item('Latte', { variations }), item('Tea')]
      await expect(convertObjects(catalog)).rejects.toThrow(
        'object Regular (Regular): must have a price in minor units, as a whole number, and the ISO 4217 code of its currency, which --currency also names, got 800',
      )
      const { groups, lines } = await convertObjects(catalog, { currency: 'usd' })
      expect(groups[0]?.items.map(({ price }) => price)).toEqual([8, 8])
      expect(lines).toEqual([])
    },
  )

  const MEASURED = '1 item has no price, because it is sold by a measure: Latte.'
  test.each([
    ['without a price', { price_money: null }, ['1 item has no price: Latte.']],
    ['sold by a measure', { measurement_unit_id: 'U' }, [MEASURED]],
    ['whose price is variable', { pricing_type: 'VARIABLE_PRICING', price_money: null }, []],
  ])('an item %s has none, and a loss is named', async (_, fields, expected) => {
    const { item: latte, lines } = await convertItem({ variations: [variation('Regular', fields)] })
    expect(latte.price).toBeNull()
    expect(lines).toEqual(expected)
  })
})

describe('square: what is not for sale', () => {
  test('is left out, and counted', async () => {
    const { groups, lines } = await convertObjects([
      item('Latte'),
      item('Voucher', { product_type: 'GIFT_CARD' }),
      item('Flour', { variations: [variation('Regular', { sellable: false })] }),
    ])
    expect(groups[0]?.items.map(({ name }) => name)).toEqual(['Latte'])
    expect(lines).toEqual([
      '1 item is left out, because it is a gift card.',
      '1 variation is left out, because it is not sellable.',
      '1 item is left out, because all its variations are.',
    ])
  })
})

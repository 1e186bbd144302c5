import { describe, expect, test } from 'vitest'
import { convert } from '../support/convert.ts'

type Fields = Readonly<Record<string, unknown>>

/** Converts an item with these fields on 1 January 2026. */
async function read(fields: Fields, ofMenu: Fields = {}) {
  const { menus, lines, hasLosses } = await convert('menu.jsonld', {
    '@context': 'https://schema.org',
    '@type': 'Menu',
    name: 'Carte',
    hasMenuSection: { name: 'Mains', hasMenuItem: { '@type': 'MenuItem', name: 'Stew', ...fields } },
    ...ofMenu,
  })
  const [item] = menus[0]?.groups[0]?.items ?? []
  if (item === undefined) throw new Error('There is no item.')
  const sizes = item.items.map(({ name, price }) => [name, price])
  return { ...item, prices: sizes.length > 0 ? sizes : item.price, lines, hasLosses }
}
const priceOf = async (offers: unknown) => {
  const { prices, lines, hasLosses } = await read({ offers })
  return { prices, lines, hasLosses }
}

describe('a price for another time', () => {
  const ANOTHER_TIME = '1 price is left out, because it is for another time: Stew.'

  test.each<Fields>([
    { price: 8, priceValidUntil: '2025-12-30' },
    { price: 8, validThrough: '2025-12-31T23:59:59Z' },
    { price: 8, validThrough: '2025-12-30T12:00:00' },
    { price: 8, availabilityEnds: '2025-06' },
    { price: 8, validFrom: '2026-01-03' },
    { price: 8, availabilityStarts: '2026-01-01T01:00:00+00:00' },
    { priceSpecification: { price: 8, validThrough: '2025-12-01' } },
    { price: 8, priceSpecification: { price: 8, validFrom: '2027' } },
    { '@type': 'AggregateOffer', validThrough: '2025-12-01', offers: { price: 8 } },
  ])('is never read, also if it is the only one: %j', async (offers) => {
    expect(await priceOf(offers)).toEqual({ prices: null, lines: [ANOTHER_TIME], hasLosses: true })
  })

  test.each<Fields>([
    { price: 8, priceValidUntil: '2025-12-31' },
    { price: 8, priceValidUntil: '2026-01-01' },
    { price: 8, validThrough: '2026-01-01T00:00:01Z' },
    { price: 8, validFrom: '2026-01-01', availabilityEnds: '2026' },
    { price: 8, priceValidUntil: '' },
  ])('is none if it may be today anywhere: %j', async (offers) => {
    expect(await priceOf(offers)).toEqual({ prices: 8, lines: [], hasLosses: false })
  })

  test('leaves that of today', async () => {
    const offers = [{ price: 8, priceValidUntil: '2025-01-01' }, { price: 9 }]
    expect(await priceOf(offers)).toEqual({ prices: 9, lines: [ANOTHER_TIME], hasLosses: true })
    const priceSpecification = [{ price: 8, validThrough: '2025-01-01' }, { price: 9 }]
    expect((await priceOf({ priceSpecification })).prices).toBe(9)
  })

  test('whose time cannot be read is left out with what to write', async () => {
    expect(await priceOf({ price: 8, priceValidUntil: '31.12.25' })).toEqual({
      prices: null,
      lines: [
        '1 price is left out, because its dates cannot be read (write them as in 2026-12-31): Stew (31.12.25).',
      ],
      hasLosses: true,
    })
  })

  test('of the day is left out beside others', async () => {
    const happy = { price: 5, availabilityStarts: '17:00', availabilityEnds: 'T19:00:00' }
    expect((await priceOf([happy, { price: 8 }])).prices).toBe(8)
    expect((await priceOf(happy)).prices).toBe(5)
  })
})

describe('a price for others than guests', () => {
  test.each<unknown>([
    'http://purl.org/goodrelations/v1#Reseller',
    'Business',
    { '@id': 'https://schema.org/Business' },
    { '@type': 'BusinessEntityType', name: 'Reseller' },
    'PublicInstitution',
  ])('is never read: %j', async (eligibleCustomerType) => {
    const { prices, lines, hasLosses } = await priceOf({ price: 8, eligibleCustomerType })
    expect({ prices, hasLosses }).toEqual({ prices: null, hasLosses: true })
    expect(lines).toEqual([expect.stringContaining('what guests in the house usually pay: Stew.')])
    expect((await priceOf([{ price: 8, eligibleCustomerType }, { price: 9 }])).prices).toBe(9)
  })

  test('is none if guests may pay it, too', async () => {
    expect((await priceOf({ price: 8, eligibleCustomerType: ['Business', 'Enduser'] })).prices).toBe(8)
  })

  test('that is brought to them is left out beside others', async () => {
    const availableDeliveryMethod = 'http://purl.org/goodrelations/v1#DeliveryModeOwnFleet'
    expect((await priceOf([{ price: 8 }, { price: 9, availableDeliveryMethod }])).prices).toBe(8)
    expect((await priceOf({ price: 9, availableDeliveryMethod })).prices).toBe(9)
  })
})

describe('what is in stock', () => {
  test.each<[unknown, boolean]>([
    [0, false],
    ['0', false],
    [{ '@type': 'QuantitativeValue', value: 0 }, false],
    [{ '@type': 'QuantitativeValue', value: '0', unitCode: 'C62' }, false],
    [3, true],
    [{ value: 3 }, true],
    [{ minValue: 0, maxValue: 5 }, true],
    ['', true],
  ])('is said by inventoryLevel: %j', async (inventoryLevel, inStock) => {
    const { lines, ...item } = await read({ offers: { price: 8, inventoryLevel } })
    expect({ prices: item.prices, inStock: item.inStock, lines }).toEqual({ prices: 8, inStock, lines: [] })
    expect((await read({ inventoryLevel })).inStock).toBe(inStock)
  })

  test.each<[Fields, boolean]>([
    [{ isAvailable: false }, false],
    [{ soldOut: true }, false],
    [{ in_stock: 'no' }, false],
    [{ isAvailable: true, soldOut: false }, true],
  ])('is said by fields that schema.org does not have: %j', async (fields, inStock) => {
    expect((await read(fields)).inStock).toBe(inStock)
    expect((await read({ offers: { price: 8, ...fields } })).inStock).toBe(inStock)
  })

  test('is named if inventoryLevel is no number', async () => {
    const { inStock, lines } = await read({ offers: { price: 8, inventoryLevel: 'few' } })
    expect(inStock).toBe(true)
    expect(lines).toEqual([expect.stringContaining('may mean either: Stew (few).')])
  })

  test('is said by each offer of several', async () => {
    const offers = [
      { name: 'Small', price: 8, inventoryLevel: 0 },
      { name: 'Large', price: 9 },
    ]
    const { items, inStock } = await read({ offers })
    expect(items.map((size) => size.inStock)).toEqual([false, true])
    expect(inStock).toBe(true)
  })

  test('is out if an offer of several has it', async () => {
    const offers = { '@type': 'AggregateOffer', availability: 'SoldOut', offers: [{ price: 8 }] }
    expect((await read({ offers })).inStock).toBe(false)
  })

  test.each(['PreOrder', 'BackOrder', 'OnlineOnly', 'weekends only'])(
    '%s may be anything, and is named',
    async (availability) => {
      const { inStock, lines } = await read({ offers: { price: 8, availability } })
      expect(inStock).toBe(true)
      expect(lines).toEqual([
        `1 item is taken to be in stock, because its availability may mean either: Stew (${availability}).`,
      ])
    },
  )
})

describe('where a price is', () => {
  test.each<[Fields, unknown]>([
    [{ priceSpecification: { price: 8, priceCurrency: 'EUR' } }, 8],
    [{ offers: { price: { '@type': 'MonetaryAmount', value: 8, currency: 'EUR' } } }, 8],
    [{ offers: { priceSpecification: { price: { value: '8,00', currency: 'EUR' } } } }, 8],
    [{ price: '8 €' }, 8],
    [
      {
        offers: {
          priceSpecification: [
            { name: 'S', price: 3 },
            { name: 'L', price: 4 },
          ],
        },
      },
      [
        ['S', 3],
        ['L', 4],
      ],
    ],
  ])('it is read: %j', async (fields, expected) => {
    const { prices, lines } = await read(fields)
    expect({ prices, lines }).toEqual({ prices: expected, lines: [] })
  })

  test.each<Fields>([
    { '@type': 'DeliveryChargeSpecification', price: 3 },
    { '@type': 'PaymentChargeSpecification', price: 3 },
    { price: 3, priceType: 'https://schema.org/StrikethroughPrice' },
  ])('what is none is never read: %j', async (specification) => {
    expect((await priceOf({ priceSpecification: specification })).prices).toBeNull()
    expect((await priceOf({ priceSpecification: [specification, { price: 8 }] })).prices).toBe(8)
    expect(await priceOf({ price: 8, priceSpecification: specification })).toMatchObject({
      prices: 8,
      lines: [],
    })
  })

  test('a range of an item is named', async () => {
    for (const fields of [{ priceRange: '$5-$9' }, { minPrice: 5, maxPrice: 9 }]) {
      const { prices, lines } = await read(fields)
      expect(prices).toBeNull()
      expect(lines).toEqual(['1 item has no single price, but a range: Stew.'])
    }
  })

  test('of variants is not read, and that is named', async () => {
    const { lines } = await read({ hasVariant: [{ name: 'Small', offers: { price: 3 } }] })
    expect(lines).toEqual(['1 item loses its variants: write them as offers with names: Stew.'])
  })

  test('of an offer and of its specifications that differ is named', async () => {
    const { prices, lines } = await priceOf({ price: 8, priceSpecification: [{ price: 6 }, { price: 8 }] })
    expect(prices).toBe(8)
    expect(lines).toEqual(['1 item has other prices beside the one that is read: Stew.'])
  })
})

describe('a price that may be two', () => {
  test('because it is a list is none, and named', async () => {
    const { prices, lines } = await priceOf({ price: ['9', '12'] })
    expect(prices).toBeNull()
    expect(lines).toEqual(['1 item has no single price, but a range: Stew.'])
    expect((await priceOf({ price: ['9', 9] })).prices).toBe(9)
  })

  test.each<Fields>([
    { price: '$5', priceCurrency: 'EUR' },
    { price: '5 EUR', priceCurrency: 'USD' },
  ])('because it names two currencies is none, and named: %j', async (offers) => {
    const { prices, lines } = await read({ offers }).then(({ prices, lines }) => ({ prices, lines }))
    expect(prices).toBeNull()
    expect(lines).toEqual([expect.stringMatching(/^1 item has a price in two currencies: Stew \(/)])
    expect((await priceOf({ price: '$5', priceCurrency: 'CAD' })).prices).toBe(5)
  })
})

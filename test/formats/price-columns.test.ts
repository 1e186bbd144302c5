import { describe, expect, test } from 'vitest'
import type { FormatOptions } from '../../src/transfer/formats/format.ts'
import { convert } from '../support/convert.ts'
import { workbookOf } from '../support/workbook.ts'

type Options = Partial<FormatOptions>

/** What becomes of an item with these prices, in CSV and in a workbook: its price, or its sizes with theirs. */
async function pricesOf(columns: Readonly<Record<string, number>>, options: Options = {}) {
  const rows = [
    ['Item', ...Object.keys(columns)],
    ['Stew', ...Object.values(columns)],
  ]
  const csv = rows.map((row) => row.map((cell) => `"${String(cell).replaceAll('"', '""')}"`).join(','))
  const contents = { 'menu.csv': csv.join('\n'), 'menu.xlsx': await workbookOf([{ name: 'Lunch', rows }]) }
  const [first, second] = await Promise.all(
    Object.entries(contents).map(async ([name, content]) => {
      const { menus, lines } = await convert(name, content, { menuName: 'Lunch', ...options })
      const item = menus[0]?.groups[0]?.items[0]
      const sizes = item?.items.map((size) => [size.name, size.price]) ?? []
      return { prices: sizes.length > 0 ? Object.fromEntries(sizes) : item?.price, lines }
    }),
  )
  expect(second?.prices).toEqual(first?.prices)
  return first ?? { prices: undefined, lines: [] }
}

const columnOf = (what: string, heading: string) => ({ column: new Map([[what, heading]]) })

describe('columns with prices of sizes', () => {
  test.each([
    [
      { 'Price Cup': 4, 'Price Bowl': 7 },
      { Cup: 4, Bowl: 7 },
    ],
    [
      { Glass: 6, Bottle: 28 },
      { Glass: 6, Bottle: 28 },
    ],
    [
      { 'Price per glass': 6, price_per_bottle: 28 },
      { glass: 6, bottle: 28 },
    ],
    [
      { 'Preis klein': 3, 'Preis groß': 4 },
      { klein: 3, groß: 4 },
    ],
    [
      { Glaspreis: 5, Flaschenpreis: 20 },
      { Glas: 5, Flaschen: 20 },
    ],
    [
      { 'Preis klein': 3, 'Preis gross': 4 },
      { klein: 3, gross: 4 },
    ],
    [
      { 'Prix petit': 3, 'Prix grand': 4 },
      { petit: 3, grand: 4 },
    ],
    [
      { '0.3 l': 3, '0,5 l': 4 },
      { '0.3 l': 3, '0,5 l': 4 },
    ],
    [
      { 'Price 12"': 9, 'Price 16 inch': 14 },
      { '12"': 9, '16 inch': 14 },
    ],
    [
      { 'Price Half': 5, 'Price 1/1': 9 },
      { Half: 5, '1/1': 9 },
    ],
    [{ 'Price Glass (125 ml)': 5 }, { 'Glass (125 ml)': 5 }],
    [
      { 'Price per 100 g': 3, 'Price per kg': 30 },
      { '100 g': 3, 'per kg': 30 },
    ],
    [
      { 'Regular price': 3, 'Large price': 4 },
      { Regular: 3, Large: 4 },
    ],
    [
      { 'Price Small (EUR)': 3, 'Price Large (EUR)': 4 },
      { Small: 3, Large: 4 },
    ],
  ])('%j', async (columns, sizes) => {
    expect(await pricesOf(columns)).toEqual({ prices: sizes, lines: [] })
  })

  test('beside them, prices that guests do not pay are not read, and named', async () => {
    const { prices, lines } = await pricesOf({
      'Price S': 3,
      'Price L': 4,
      'Staff price': 1,
      'Price Bucket': 9,
    })
    expect(prices).toEqual({ S: 3, L: 4 })
    expect(lines).toEqual([
      '1 column of prices is not read, because another is that of the prices for guests: Staff price.',
      '1 column of prices is not read, because its heading names no known size: if it is for one, add --column "price SIZE=HEADING": Price Bucket.',
    ])
  })

  test('--column names a size that is not known', async () => {
    const columns = { 'Price L': 4, 'Price Bucket': 9 }
    const { prices } = await pricesOf(columns, columnOf('price Bucket', 'Price Bucket'))
    expect(prices).toEqual({ L: 4, Bucket: 9 })
  })
})

describe('one of several columns of prices', () => {
  test.each([
    { 'Default price': 4, 'Price [Harbour]': 5, 'Price [Market]': 6 },
    { 'Dine-in Price': 4, 'Delivery Price': 5, 'Staff Price': 1 },
    { Price: 4, 'Compare at price': 5, 'Cost price': 1, 'Harbour price': 6 },
    { Verkaufspreis: 4, Einkaufspreis: 1 },
    { 'Prix de vente': 4, "Prix d'achat": 1 },
  ])('is the one for guests where the words make that certain: %j', async (columns) => {
    const { prices, lines } = await pricesOf(columns)
    const [, ...others] = Object.keys(columns)
    expect(prices).toBe(4)
    const named = lines.map((line) => line.replace(/^.*: /, '').replace(/\.$/, '')).join(', ')
    expect(named).toBe(others.join(', '))
  })

  test.each([
    { 'Sale price': 9, 'Regular price': 12 },
    { Price: 12, 'Sale price': 9 },
    { Price: 12, 'New price': 13 },
    { 'Price 2025': 9, 'Price 2026': 10 },
    { 'Price Small 2025': 9, 'Price Small 2026': 10 },
    { 'Price excl. VAT': 9, 'Price incl. VAT': 10, 'VAT price': 1 },
    { 'Price gross': 10, 'Price net': 9 },
    { 'Price + VAT': 9 },
    { 'Price (VAT extra)': 9 },
    { 'Price plus tax': 9 },
    { 'Price w/o VAT': 9 },
    { 'Preis + MwSt': 9, 'Preis inkl. MwSt': 10 },
    { 'Harbour price': 9, 'Market price': 10 },
    { 'Delivery price': 9 },
    { 'Price A': 9, 'Price B': 10 },
    { 'Small price': 3, 'Large price': 4, 'Offer price': 2 },
  ])('is asked for otherwise: %j', async (columns) => {
    const headings = Object.keys(columns).join(', ')
    await expect(pricesOf(columns)).rejects.toThrow(headings)
    await expect(pricesOf(columns)).rejects.toThrow('--column price=HEADING')
    const [first = ''] = Object.keys(columns)
    const { prices } = await pricesOf(columns, columnOf('price', first))
    expect(prices).toBe(Object.values(columns)[0])
  })

  test('that for staff or of a purchase is never read, and that there are no prices is said first', async () => {
    const { prices, lines } = await pricesOf({ 'Staff price': 6, 'Wholesale price': 5, Cost: 4 })
    expect(prices).toBeUndefined()
    expect(lines[0]).toMatch(/^1 table has no prices, because no column is known .*--column price=HEADING/)
  })

  test('is no currency, unless that is in brackets or no word', async () => {
    expect((await pricesOf({ 'Price Top': 4 }, columnOf('price', 'Price Top'))).prices).toBe(4)
    expect((await pricesOf({ 'Price (CUP)': 4 }, { currency: 'USD' })).prices).toBeNull()
    expect((await pricesOf({ EUR: 4 })).prices).toBe(4)
  })
})

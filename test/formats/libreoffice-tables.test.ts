import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { convert } from '../support/convert.ts'

/* Workbooks that LibreOffice has written, with what restaurants put into them. */

const fixture = (name: string) =>
  readFileSync(new URL(`../fixtures/formats/${name}-libreoffice.xlsx`, import.meta.url))

const sizes = (...prices: number[]) =>
  ['Small', 'Large'].slice(0, prices.length).map((name, index) => ({ name, price: prices[index] }))

test('prices of sizes, rows that are a category and a note, and a sheet that is no menu', async () => {
  const drinks = fixture('drinks')
  await expect(convert('drinks.xlsx', drinks)).rejects.toThrow(
    "drinks.xlsx: sheet Read me: has no column that is known to be the item: name it with --column item=HEADING, and likewise the group, size, price if there is one, or leave this sheet out with --without-sheet 'Read me'.",
  )
  const { menus, lines } = await convert('drinks.xlsx', drinks, { withoutSheet: ['Read me'] })
  expect(menus).toMatchObject([{ name: 'Drinks', groups: [{ name: 'Drinks' }] }])
  expect(menus[0]?.groups[0]?.items).toMatchObject([
    { name: 'Coffee', price: null },
    { name: 'Latte', price: null, inStock: true, items: sizes(3.5, 4.5) },
    { name: 'Espresso', items: sizes(2) },
    { name: 'Cold Brew', inStock: false, items: sizes(12, 0) },
    { name: 'All prices incl. VAT', price: null },
  ])
  expect(lines).toEqual([
    'drinks.xlsx: sheet Drinks, rows 2 (Coffee), 6 (All prices incl. VAT) have nothing but a name, and became items without prices: if they are groups, write their names in a column Category in the rows of their items; if they are notes, delete the rows.',
  ])
})

test('prices as numbers with the format of a currency, which the heading names, and a note in the column of groups', async () => {
  const { menus, lines } = await convert('lunch.xlsx', fixture('lunch'))
  expect(menus[0]?.groups).toMatchObject([
    {
      name: 'Mains',
      items: [
        { name: 'Soup', price: 4.73 },
        { name: 'Stew', price: 4.5 },
        { name: 'Salad', price: 8.25 },
      ],
    },
    { name: 'Ask us about allergens', items: [] },
  ])
  expect(lines).toEqual([
    '1 price was rounded to the digits that its cell shows: Soup (4.725).',
    'lunch.xlsx: sheet Lunch, row 5 (Ask us about allergens) has nothing but a name, and became an empty group: if it is a note, delete the row.',
  ])
})

test('numbers with formats, merged cells, and what is hidden, filtered or struck out', async () => {
  const { menus, lines } = await convert('shown.xlsx', fixture('shown'), { currency: 'EUR' })
  expect(menus[0]?.groups).toMatchObject([
    {
      name: 'Beer',
      items: [
        {
          name: 'Pils',
          items: [
            { name: '0.3 l', price: 3.5 },
            { name: '0.5 l', price: 4.5 },
          ],
        },
        { name: '007', price: 1250 },
      ],
    },
  ])
  expect(lines).toEqual([
    '1 column is left out, because it is hidden (--with-hidden reads it): Price Staff.',
    '2 rows are left out, because they are hidden (--with-hidden reads them): row 5 of Drinks, row 6 of Drinks.',
    '1 row is left out, because it is struck out (--with-hidden reads it): row 7 of Drinks.',
  ])
})

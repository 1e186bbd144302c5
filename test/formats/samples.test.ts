import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import type { ImportFileGroup, ImportFileItem } from '../../src/documents/schema.ts'
import type { FormatOptions } from '../../src/formats/format-options.ts'
import { convert, messageOf } from '../support/convert.ts'

/* Files with a trait that files of restaurants have: each is read as a person reads it, or refused with what to write. */

const sample = (name: string) => readFileSync(new URL(`../fixtures/formats/samples/${name}`, import.meta.url))

type Options = Partial<FormatOptions>
const read = (name: string, options: Options) =>
  convert(name, sample(name), { menuName: 'House', ...options })

/** Such as `Mains: Stew 12, Latte (Small 3, Large 4)`, with tags and what is sold out. */
function outline({ name, items = [] }: ImportFileGroup): string {
  return `${name}: ${items.map(describeItem).join(', ')}`
}

function describeItem({ name, price, calories, tags = [], inStock, items = [] }: ImportFileItem): string {
  const sizes = items.length > 0 ? `(${items.map(describeItem).join(', ')})` : undefined
  const energy = typeof calories === 'number' ? `${calories} kcal` : undefined
  return [name, price, energy, ...tags, inStock === false && 'sold out', sizes].filter(Boolean).join(' ')
}

describe('is read', () => {
  test.each<[name: string, expected: readonly string[], options?: Options]>([
    [
      'loyverse-two-stores.csv',
      ['Coffee: Flat white 4.2', 'Bakery: Cheese scone 3.5'],
      priceIs('Default price'),
    ],
    [
      'loyverse-two-stores.csv',
      ['Coffee: Flat white 4.8', 'Bakery: Cheese scone 3.9'],
      priceIs('Price [Market]'),
    ],
    ['woocommerce-products.csv', ['Pizza: Margherita 12, Diavola 13.5 sold out'], priceIs('Regular price')],
    ['old-new-price.csv', ['Mains: Schnitzel 18.9, Goulash 16.5'], priceIs('Price 2026')],
    ['dine-in-delivery.csv', ['Mains: Stew 12'], priceIs('Dine-in Price')],
    ['hidden-column.xlsx', ['Mains: Stew 12'], priceIs('Price Guest')],
    ['square-location-prices.csv', ['Coffee: Flat White 4.2', 'Bakery: Scone 3.5']],
    ['square-location-prices.csv', ['Coffee: Flat White 4.8', 'Bakery: Scone 3.9'], { location: 'Market' }],
    ['square-location-prices.csv', ['Coffee: Flat White 4.2', 'Bakery: Scone 3.5'], { location: 'Harbour' }],
    ['square-same-names.csv', ['Starters: House Salad 6', 'Mains: House Salad 11']],
    ['accounting-dash.xlsx', ['Fish: Lobster (ask), Cod 14']],
    ['currency-formats.xlsx', ['Mains: Stew 12, Pie'], { currency: 'USD' }],
    ['currency-formats.xlsx', ['Mains: Stew, Pie 10'], { currency: 'EUR' }],
    [
      'shown-sizes.xlsx',
      [
        'Pizza: 007 (1/2 9 500 kcal)',
        'Beer: Pils (0.3 l 3.5 120 kcal, 0.5 l 4.5 200 kcal)',
        'Set: Menu (100% 19.9 840 kcal)',
      ],
    ],
    ['entities.csv', ['Mains: Fish & Chips 12, Mac ’n’ Cheese 10']],
    ['nfd.csv', ['Entrées: Soup 5, Pie 6, Tart 7']],
    ['yen.csv', ['Ramen: Shoyu 1250, Miso 1380, Gyoza 480']],
    ['yen.csv', ['Ramen: Shoyu 1250, Miso 1380, Gyoza 480'], { currency: 'JPY' }],
    ['dong.csv', ['Pho: Pho bo 65000, Pho ga 60000']],
    ['dinar.csv', ['Grill: Kebab 1.25, Tikka 2.125']],
    ['title-comma-semicolons.csv', ['Soups: Borscht 4.5, Solyanka 5.2']],
    ['zwsp-heading.csv', ['Sets: Hummus 25']],
    ['sold-out-x.csv', ['Mains: Stew 12, Pie 10 sold out, Cod 14']],
    ['german.csv', ['Kaffee: Milchkaffee (klein 3.5, groß 4.5)', 'Suppen: Linsensuppe 6.2']],
    ['currency-column.csv', ['Mains: Stew, Pie 9'], { currency: 'EUR' }],
    ['visible-flags.csv', ['Mains: Stew 12, Goose 24'], { ignore: ['*'] }],
  ])('%s: %j', async (name, expected, options = {}) => {
    const { menus } = await read(name, options)
    expect(menus.map((menu) => [menu.name, menu.groups?.map(outline)])).toEqual([['House', expected]])
  })
})

/** With `--column`, and without all columns that are not known. */
function priceIs(heading: string): Options {
  return { column: new Map([['price', heading]]), ignore: ['*'] }
}

describe('is refused', () => {
  test.each<[name: string, problems: readonly string[], options?: Options]>([
    [
      'loyverse-two-stores.csv',
      ['headings that are not known (Handle, SKU, Option 1 name, Default price, Cost,'],
    ],
    ['woocommerce-products.csv', ['Published, Short description, Stock, Sale price, Regular price, Parent,']],
    [
      'old-new-price.csv',
      ['headings that are not known (Price 2025, Price 2026): say what each is with --column'],
    ],
    ['dine-in-delivery.csv', ['(Dine-in Price, Delivery Price, Staff Price)']],
    [
      'hidden-column.xlsx',
      ['sheet Lunch: the heading Price Staff must not be hidden: show the column, delete it'],
    ],
    ['hidden-rows.xlsx', ['row 2: must not be hidden: show it, or delete it', 'row 4: must not be hidden']],
    [
      'formula-without-value.xlsx',
      [
        'row 2, column Price: must have the result of its formula: open the file',
        'row 4, column Price: must have',
      ],
    ],
    [
      'unquoted-decimal-comma.csv',
      ['row 2: must not have more cells than there are headings', 'row 4: must not have'],
    ],
    [
      'allergens-eu.csv',
      [
        'row 3, column Allergens: must be allergens that boards know, got "A, C, G": write names such as milk',
        'row 4, column Allergens: must be allergens that boards know, got "1, 7, 9"',
        'row 5, column Allergens: must be allergens that boards know, got "Contains: milk"',
        'row 6, column Allergens: must be allergens that boards know, got "milk (may contain nuts)"',
      ],
    ],
    [
      'tags-commas.csv',
      ['row 2, column Diets: must be diets that boards know, got "V GF"', 'row 3, column Diets'],
    ],
    [
      'kj-brackets.csv',
      ['row 2, column Calories: must be calories as one number', 'row 3, column Calories: must be'],
    ],
    [
      'currency-formats.xlsx',
      ['currency-formats.xlsx: The prices are in several currencies ($, EUR): choose one with --currency'],
    ],
    ['strike.xlsx', ['row 3, column Category: must not be struck out: delete what is no longer true']],
    [
      'fill-down.csv',
      ['row 3, column Category: must name the group of the item: fill in', 'row 4, column Category: must'],
    ],
    [
      'two-row-headings.xlsx',
      ['the heading Price must not be merged with other cells', 'has cells below no heading (column D)'],
    ],
    ['loyverse-variants.csv', ['row 3, column Category: must name the group of the item'], { ignore: ['*'] }],
    [
      'market-price.csv',
      ['MP', 'market price', '2.50 each', '8-12', 'from 9', '12 / 18'].map(
        (text) =>
          `column Price: must be one price such as 8.50 or $8.50, free, or empty if there is none, got "${text}"`,
      ),
    ],
    [
      'side-by-side.xlsx',
      ['has several columns that could be the item, such as Item', 'could be the price, such as Price'],
    ],
    [
      'sold-out-x.csv',
      ['has a column whose heading says the contrary'],
      { column: new Map([['in stock', 'Sold out']]) },
    ],
    [
      'cup-bowl.csv',
      [
        '(Price Cup, Price Bowl): say',
        'A row has one price: write each size of an item into a row of its own',
      ],
    ],
    [
      'wine.csv',
      ['headings that are not known (Price per glass, Price per bottle): say', 'A row has one price'],
    ],
    ['devices.csv', ['headings that are not known (Site, Time zone)']],
    [
      'allergen-colours.xlsx',
      ['Gluten', 'Milk', 'Nuts'].map((name) => `has no text in the column ${name}: write yes or no`),
    ],
    [
      'superscript.xlsx',
      [
        'row 2, column Price: must not have raised or lowered characters: write prices such as 12.50',
        'row 3, column Price: must not have raised',
        'row 4, column Item: must not have raised',
      ],
    ],
    ['currency-column.csv', ['The prices are in several currencies (BGN, EUR): choose one with --currency']],
    [
      'allergen-wingdings.xlsx',
      ['row 2, column Gluten: must not be in the font Wingdings', 'row 4, column Gluten: must'],
    ],
    [
      'allergen-legend-sheet.xlsx',
      [
        'sheet Menu, row 2, column Allergens: must be allergens that boards know, got "1, 3"',
        'sheet Legend: has no column that is known to be the item: name it with --column item=HEADING, or delete this sheet',
      ],
    ],
    [
      'sumup-filled.csv',
      [
        '(Variations, Option set 1, Option 1, Is variation visible? (Yes/No)',
        'row 4, column Item name: must not be in the group again after row 3, got Latte',
      ],
    ],
    ['visible-flags.csv', ['headings that are not known (Active, Visible, Published, Archived)']],
    [
      'status-active.csv',
      ['headings that are not known (Category name, Price per, Vessel size, Vessel unit, Status)'],
    ],
    [
      'posbytz.csv',
      ['headings that are not known (Category Name, Item Description, Variation Type, Unit Measure Type)'],
    ],
    [
      'odd-prices-3.csv',
      [
        'row 2, column Price: must be one price such as 8.50',
        'row 3, column Price: must be less than 1,000,000',
        'row 4, column Price: could mean decimals or thousands',
      ],
    ],
    ['variants-column.csv', ['headings that are not known (variants, is_featured): say']],
    ['long-cell.xlsx', ['sheet Sheet, row 3, column Item: must have at most 1,000 characters']],
  ])('%s: %j', async (name, problems, options = {}) => {
    const message = await messageOf(read(name, options))
    for (const problem of problems) expect(message).toContain(problem)
  })
})

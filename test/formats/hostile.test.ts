import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ImportError } from '../../src/documents/import-error.ts'
import type { FormatName } from '../../src/formats/format-options.ts'
import { CommandError } from '../../src/lib/command-error.ts'
import { convert } from '../support/convert.ts'

const read = (name: string) => readFileSync(`test/fixtures/formats/${name}`, 'utf8')
const TOAST = read('toast-menus.json')
const SCHEMA_ORG = /<script type="application\/ld\+json">([^<]*hasMenu[^<]*)<\/script>/.exec(
  read('menu-page.html'),
)?.[1]

/** Values that fields do not expect. */
const odd = fc.constantFrom<unknown>(null, true, 0, -1, 1e300, '', '1,250', '#x', [], {}, [[]], [null], {
  '@id': '#x',
})

/** Replaces one value of a JSON text, counted in the order of the text. */
function withOdd(text: string, position: number, value: unknown): string {
  let count = 0
  return JSON.stringify(
    JSON.parse(text, (_key, old: unknown) => {
      count += 1
      return count === position ? value : old
    }),
  )
}

/** Ends in menus, or in an error that is meant for the user. */
async function expectSound(as: FormatName, text: string): Promise<void> {
  try {
    const { menus } = await convert('file', text, { as, menuName: as === 'square' ? 'Lunch' : undefined })
    expect(Array.isArray(menus)).toBe(true)
  } catch (error) {
    expect([CommandError, ImportError]).toContainEqual(error instanceof Error ? error.constructor : error)
  }
}

describe('files with a wrong value anywhere end in menus or in an error for the user', () => {
  test.each([
    ['toast', TOAST],
    ['schema-org', SCHEMA_ORG ?? ''],
    ['square', read('square-catalog.json')],
  ] as const)('%s', async (as, text) => {
    let size = 0
    JSON.parse(text, () => {
      size += 1
    })
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: size }), odd, (position, value) =>
        expectSound(as, withOdd(text, position, value)),
      ),
      { numRuns: 300 },
    )
  })
})

const MEGABYTE = 1_000_000
const soup = (fields: object) => ({
  '@context': 'https://schema.org',
  '@type': 'Menu',
  name: 'Lunch',
  hasMenuItem: [{ '@type': 'MenuItem', name: 'Soup', ...fields }],
})

// With the square of it, each would take minutes.
describe('a long text is read in a time that grows with its length, as', () => {
  test.each([
    ['a heading', `item,x${':'.repeat(900_000)}x\nSoup,8\n`],
    ['a price', `item,price\nSoup,1${'.'.repeat(900_000)}!\n`],
    ['calories', `item,calories\nSoup,"1${' ('.repeat(400_000)}"\n`],
    ['a group', `item,group\nSoup,"a${' '.repeat(900_000)}b"\n`],
    ['tags', `item,tags\nSoup,"${'\\'.repeat(900_000)}"\n`],
    ['formulas', `item,description\nSoup,"${"\t'".repeat(400_000)}"\n`],
  ])('%s of a table', (_, text) => expectSound('table', text))

  test('two long lists of tags of a table', () => {
    const list = (kind: string) => Array.from({ length: 70_000 }, (_, n) => `${kind}${n}`).join(';')
    const row = `Soup,"${list('a')}","${list('b')}"\n`
    return expectSound('table', `item,tags,diets\n${row.repeat(25)}`)
  })

  test('many menus of Toast', () => {
    const menus = Array.from({ length: 100_000 }, (_, n) => ({
      guid: `g${n}`,
      name: `m${n}`,
      menuGroups: [],
    }))
    return expectSound('toast', JSON.stringify({ restaurantGuid: 'r', menus }))
  })

  test.each([
    ['a diet', { suitableForDiet: `${'_'.repeat(MEGABYTE)}x` }],
    ['a price', { offers: { price: `1${'.'.repeat(MEGABYTE)}!`, priceCurrency: 'USD' } }],
    ['calories', { nutrition: { calories: `1${"'".repeat(MEGABYTE)}x` } }],
    ['a type', { '@type': `${'a:'.repeat(MEGABYTE / 2)}//` }],
  ])('%s of schema.org', (_, fields) => expectSound('schema-org', JSON.stringify(soup(fields))))
})

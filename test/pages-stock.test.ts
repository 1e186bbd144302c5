import { describe, expect, test } from 'vitest'
import type { Group, Item } from '../src/browser/menu/menu-fields.ts'
import { createMatcher, searchWords } from '../src/lib/text/search.ts'
import type { Change } from '../src/pages/stock/changes.ts'
import { entriesOf, entryGroupsOf } from '../src/pages/stock/entries.ts'
import {
  NO_MENU,
  type StockState,
  shownItem,
  withChange,
  withMenu,
  withoutChange,
} from '../src/pages/stock/state.ts'

const NOTHING = { description: null, calories: null, tags: [], items: [] }
const SOUP: Item = { ...NOTHING, id: 'soup', name: 'Soup', price: 5, inStock: true }

function menuOf(...items: readonly Item[]): Group[] {
  return [{ id: 'lunch', name: 'Lunch', description: null, groups: [], items }]
}

function changeOf(patch: Change['patch']): Change {
  const [entry] = entriesOf(entryGroupsOf(menuOf(SOUP)))
  if (entry === undefined) throw new Error('The menu has no item')
  return { entry, ids: ['soup'], patch, text: '' }
}

const STATE = withMenu(NO_MENU, menuOf(SOUP))
const SELL_OUT = changeOf({ inStock: false })
const NEW_PRICE = changeOf({ price: 6 })
const shown = (state: StockState) => shownItem(state, SOUP)

describe('a change', () => {
  const sent = withChange(STATE, SELL_OUT, true)

  test('is shown at once, and taken back if it was not made', () => {
    expect(shown(sent)).toEqual({ inStock: false, price: 5, isBusy: true })
    expect(shown(withoutChange(sent, SELL_OUT))).toEqual({ inStock: true, price: 5, isBusy: false })
  })

  test('is not taken back by a menu that was sent before it', () => {
    const made = withChange(withMenu(sent, menuOf(SOUP)), SELL_OUT, false)
    expect(shown(withMenu(made, menuOf(SOUP)))).toEqual({ inStock: false, price: 5, isBusy: false })
  })

  test('stays when an earlier one of the same item ends', () => {
    const both = withChange(sent, NEW_PRICE, true)
    expect(shown(both)).toEqual({ inStock: false, price: 6, isBusy: true })
    expect(shown(withoutChange(both, SELL_OUT)).price).toBe(6)
  })
})

describe('the items whose price changes together', () => {
  const option = (id: string, price: number | null): Item => ({ ...SOUP, id, name: id, price })
  const togetherOf = (price: number, ...options: readonly Item[]) => {
    const item = { ...SOUP, price, items: options }
    return entriesOf(entryGroupsOf(menuOf(item))).map(({ pricedTogether }) => pricedTogether)
  }

  test('are an item and all of its choices, which boards show at one price', () => {
    expect(togetherOf(5, option('a', 5), option('b', 5), option('c', null))).toEqual([
      ['soup', 'a', 'b'],
      ['a', 'soup', 'b'],
      ['b', 'soup', 'a'],
      ['c'],
    ])
  })

  test('are an item and the size whose price it repeats', () => {
    const together = togetherOf(5, option('small', 5), option('other', 5), option('large', 6))
    expect(together).toEqual([['soup', 'small'], ['small', 'soup'], ['other'], ['large']])
  })
})

test('a search needs all words, and neither case nor accents', () => {
  const names = ['Crème brûlée', 'Cream soup']
  const found = (search: string) => names.filter(createMatcher(searchWords(search)))
  expect(found('CREME')).toEqual(['Crème brûlée'])
  expect(found('soup cream')).toEqual(['Cream soup'])
  expect(found('')).toEqual(names)
  expect(found('soupe')).toEqual([])
})

import { describe, expect, test } from 'vitest'
import type { Group, Item } from '../src/browser/menu/menu-fields.ts'
import type { Change } from '../src/pages/stock/changes.ts'
import { entriesOf, entryGroupsOf } from '../src/pages/stock/entries.ts'
import { findRoughly } from '../src/pages/stock/rough-search.ts'
import {
  isOverridden,
  NO_MENU,
  type StockState,
  shownItem,
  withChange,
  withChangeMade,
  withMenu,
  withoutChange,
} from '../src/pages/stock/state.ts'

const NOTHING = { description: null, calories: null, tags: [], items: [] }
const SOUP: Item = { ...NOTHING, id: 'soup', name: 'Soup', price: 5, inStock: true }
const OUT = { ...SOUP, inStock: false }
const MORNING = new Date('2026-11-26T06:00:00Z')

function menuOf(...items: readonly Item[]): Group[] {
  return [{ id: 'lunch', name: 'Lunch', description: null, groups: [], items }]
}

function changeOf(patch: Change['patch'], more: Partial<Change> = {}): Change {
  const [entry] = entriesOf(entryGroupsOf(menuOf(SOUP)))
  if (entry === undefined) throw new Error('The menu has no item')
  return { entry, ids: ['soup'], patch, text: '', ...more }
}

const STATE = withMenu(NO_MENU, menuOf(SOUP))
const SELL_OUT = changeOf({ inStock: false }, { morning: MORNING })
const NEW_PRICE = changeOf({ price: 6 }, { undo: changeOf({ price: 5 }) })
const shown = (state: StockState) => shownItem(state, SOUP)

describe('a change', () => {
  test('is shown at once, and taken back if it was not made', () => {
    const sent = withChange(STATE, SELL_OUT)
    expect(shown(sent)).toEqual({ inStock: false, price: 5, isBusy: true })
    expect(shown(withoutChange(sent, SELL_OUT))).toEqual({ inStock: true, price: 5, isBusy: false })
  })

  test('is not taken back by a menu that was sent before it', () => {
    const made = withChangeMade(withMenu(withChange(STATE, SELL_OUT), menuOf(SOUP)), SELL_OUT)
    expect(shown(withMenu(made, menuOf(SOUP)))).toEqual({ inStock: false, price: 5, isBusy: false })
  })

  test('is forgotten when the menu has it, so that what follows is shown', () => {
    const made = withMenu(
      withChangeMade(withChange(STATE, NEW_PRICE), NEW_PRICE),
      menuOf({ ...SOUP, price: 6 }),
    )
    expect(made.pending.size).toBe(0)
  })

  test('is not forgotten while it is on its way', () => {
    const sent = withMenu(withChange(STATE, NEW_PRICE), menuOf({ ...SOUP, price: 6 }))
    expect(shown(sent).isBusy).toBe(true)
  })

  test('stays when an earlier one of the same item ends', () => {
    const both = withChange(withChange(STATE, SELL_OUT), NEW_PRICE)
    expect(shown(withoutChange(both, SELL_OUT)).price).toBe(6)
  })
})

describe('the morning on which an item comes back', () => {
  const made = withChangeMade(withChange(STATE, SELL_OUT), SELL_OUT)

  test('is known until the item is in stock', () => {
    expect(made.returns.get('soup')).toBe(MORNING)
    expect(withMenu(made, menuOf(OUT)).returns.get('soup')).toBe(MORNING)
    expect(withMenu(made, menuOf(SOUP)).returns.size).toBe(0)
  })

  test('is forgotten when the item is sold out for longer, but not when its price changes', () => {
    expect(withChangeMade(made, changeOf({ inStock: false })).returns.size).toBe(0)
    expect(withChangeMade(made, NEW_PRICE).returns.size).toBe(1)
  })
})

test('a price is overridden if it is neither the new nor the old one', () => {
  const priced = (price: number) => withMenu(NO_MENU, menuOf({ ...SOUP, price }))
  expect([5, 6, 7].map((price) => isOverridden(priced(price), NEW_PRICE))).toEqual([false, false, true])
  expect(isOverridden(priced(7), SELL_OUT)).toBe(false)
})

test('a search forgives accents, and one wrong letter if nothing else matches', () => {
  const names = ['Crème brûlée', 'Cream soup', 'Lasagne']
  const sections = entryGroupsOf(menuOf(...names.map((name) => ({ ...SOUP, id: name, name }))))
  const found = (search: string) => entriesOf(findRoughly(sections, search)).map(({ name }) => name)
  expect(found('CREME')).toEqual(['Crème brûlée'])
  expect(found('lasange')).toEqual(['Lasagne'])
  expect(found('soup lunch')).toEqual(['Cream soup'])
  expect(found('pizza')).toEqual([])
})

import { describe, expect, test } from 'vitest'
import { convertItem, convertObjects, item, modifier, modifierList, usd } from '../support/square.ts'

const use = (id: string, fields: object = {}) => ({ modifier_list_id: id, ...fields })
const MILK = modifierList('Milk', [modifier('Soy', { ordinal: 2 }), modifier('Oat', { ordinal: 1 })])
const SYRUP = modifierList('Syrup', [modifier('Vanilla', { price_money: usd('75') })])
const children = ({ items }: { readonly items: readonly { readonly name: string }[] }) =>
  items.map(({ name }) => name)

describe('square: modifiers', () => {
  const objects = [SYRUP, MILK]
  const both = { modifier_list_info: [use('Milk'), use('Syrup')] }
  const modifiers = true

  test('without --modifiers there are none, and nothing is lost', async () => {
    const { item: latte, lines } = await convertItem(
      { modifier_list_info: [use('Milk'), use('X')] },
      { objects },
    )
    expect(latte).toMatchObject({ price: 8, items: [] })
    expect(lines).toEqual([])
  })

  test('with --modifiers they are child items in their order, tagged with the name of their list', async () => {
    const { item: latte } = await convertItem(both, { objects, modifiers })
    expect(latte.price).toBe(8)
    expect(latte.items.map(({ name, price, tags }) => [name, price, tags])).toEqual([
      ['Oat', 0.5, ['modifier:Milk']],
      ['Soy', 0.5, ['modifier:Milk']],
      ['Vanilla', 0.75, ['modifier:Syrup']],
    ])
  })

  test('lists are in the order of their ordinal', async () => {
    const info = { modifier_list_info: [use('Milk', { ordinal: 2 }), use('Syrup', { ordinal: 1 })] }
    const { item: latte } = await convertItem(info, { objects, modifiers })
    expect(children(latte)).toEqual(['Vanilla', 'Oat', 'Soy'])
  })

  test('a list that is not enabled is left out, and counted', async () => {
    const info = { modifier_list_info: [use('Milk', { enabled: false }), use('Syrup', { enabled: true })] }
    const { item: latte, lines } = await convertItem(info, { objects, modifiers })
    expect(children(latte)).toEqual(['Vanilla'])
    expect(lines).toEqual(['1 modifier or list of modifiers is left out, because it is hidden.'])
  })

  test('deleted lists and modifiers are left out, and counted', async () => {
    const deleted = { is_deleted: true }
    const lists = [
      modifierList('Milk', [modifier('Oat', {}, deleted), modifier('Soy')]),
      modifierList('Syrup', [modifier('Vanilla')], deleted),
    ]
    const { item: latte, lines } = await convertItem(both, { objects: lists, modifiers })
    expect(children(latte)).toEqual(['Soy'])
    expect(lines).toEqual([
      '1 modifier is left out, because it is deleted.',
      '1 modifier list is left out, because it is deleted.',
    ])
  })

  test('hidden ones are left out, and an item may show or hide them', async () => {
    const list = modifierList('Milk', [
      modifier('Hidden', { hidden_online: true }),
      modifier('Shown'),
      modifier('Hidden, but not here', { hidden_online: true }),
      modifier('Hidden here'),
    ])
    const modifier_overrides = [
      { modifier_id: 'Hidden, but not here', hidden_online_override: 'NO' },
      { modifier_id: 'Hidden here', hidden_online_override: 'YES' },
      { modifier_id: 'Hidden', hidden_online_override: 'NOT_SET' },
    ]
    const info = { modifier_list_info: [use('Milk', { modifier_overrides })] }
    const { item: latte, lines } = await convertItem(info, { objects: [list], modifiers })
    expect(children(latte)).toEqual(['Shown', 'Hidden, but not here'])
    expect(lines).toEqual(['2 modifiers or lists of modifiers are left out, because they are hidden.'])
  })

  test('a list that is not in the files is refused', async () => {
    const info = { modifier_list_info: [use('X')] }
    await expect(convertItem(info, { objects, modifiers })).rejects.toThrow(
      'object Latte (Latte): must have lists of modifiers that are in the files: add the response that has them',
    )
  })

  test('one without a price costs nothing more, so that nothing is lost', async () => {
    const list = modifierList('Milk', [modifier('Skimmed', { price_money: null })])
    const info = { modifier_list_info: [use('Milk')] }
    const { item: latte, lines } = await convertItem(info, { objects: [list], modifiers })
    expect(latte.items[0]?.price).toBeNull()
    expect(lines).toEqual([])
  })

  test('at a location they have its price and stock', async () => {
    const location_overrides = [{ location_id: 'L1', price_money: usd(90), sold_out: true }]
    const list = modifierList('Milk', [modifier('Oat', { location_overrides })])
    const info = { modifier_list_info: [use('Milk')] }
    const { item: latte } = await convertItem(info, { objects: [list], modifiers, locationId: 'L1' })
    expect(latte.items[0]).toMatchObject({ price: 0.9, inStock: false })
  })

  test('many that many items have are refused before they fill the memory', async () => {
    const many = modifierList(
      'Milk',
      Array.from({ length: 2000 }, (_, n) => modifier(`M${n}`)),
    )
    const items = Array.from({ length: 2000 }, (_, n) => item(`I${n}`, { modifier_list_info: [use('Milk')] }))
    await expect(convertObjects([many, ...items], { modifiers })).rejects.toThrow(
      'must not become more than 250000 items',
    )
  })

  test('one that several items have has an id in each of them', async () => {
    const items = [item('Latte', both), item('Mocha', both)]
    const { groups } = await convertObjects([...objects, ...items], { modifiers })
    const ids = groups.flatMap((group) => group.items.flatMap((one) => one.items.map(({ id }) => id)))
    expect(new Set(ids).size).toBe(6)
  })
})

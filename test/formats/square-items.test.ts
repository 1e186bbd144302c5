import { describe, expect, test } from 'vitest'
import { convertItem, convertObjects, item, outline, usd, variation } from '../support/square.ts'

describe('square: items', () => {
  test('a name and a description are on one line, without HTML', async () => {
    const { item: latte } = await convertItem({
      name: ' Caffè \n latte ',
      description: 'Hot &amp; <b>strong</b>',
    })
    expect(latte).toMatchObject({ name: 'Caffè latte', description: 'Hot & strong' })
  })

  test('description_plaintext is taken before description, and that before description_html', async () => {
    const texts = { description_plaintext: 'plain', description: 'old', description_html: '<p>html</p>' }
    const description = async (data: object) => (await convertItem({ ...data })).item.description
    expect(await description(texts)).toBe('plain')
    expect(await description({ ...texts, description_plaintext: '' })).toBe('old')
    expect(await description({ description_html: '<p>html</p>' })).toBe('html')
    expect(await description({})).toBeNull()
  })

  test('an item without a name is an error', async () => {
    await expect(convertItem({ name: ' ' })).rejects.toThrow('square.json: object Latte: must have a name')
  })

  test('an item that is left out may have no name', async () => {
    const { groups } = await convertObjects([item('A', { name: null, is_archived: true }), item('Tea')])
    expect(outline(groups)).toEqual({ Other: ['Tea'] })
  })

  test('an item of any product type stays', async () => {
    const { groups } = await convertObjects([item('Voucher', { product_type: 'GIFT_CARD' })])
    expect(outline(groups)).toEqual({ Other: ['Voucher'] })
  })

  test('deleted, archived and hidden items are left out, and counted', async () => {
    const { groups, lines } = await convertObjects([
      item('deleted', {}, { is_deleted: true }),
      item('archived', { is_archived: true }),
      item('hidden', { ecom_visibility: 'HIDDEN' }),
      item('hidden too', { ecom_visibility: 'HIDDEN' }),
      item('shown', { ecom_visibility: 'UNINDEXED', is_archived: false }, { is_deleted: false }),
    ])
    expect(outline(groups)).toEqual({ Other: ['shown'] })
    expect(lines).toEqual([
      '1 item is left out, because it is deleted.',
      '1 item is left out, because it is archived.',
      '2 items are left out, because they are hidden.',
    ])
  })
})

describe('square: variations', () => {
  test('they are child items by ordinal, each with its price, and the item has none', async () => {
    const { item: latte } = await convertItem({
      variations: [
        variation('Large', { ordinal: 2, price_money: usd(495) }),
        variation('Small', { ordinal: '1', price_money: usd('435') }),
      ],
    })
    expect(latte.price).toBeNull()
    expect(latte.items.map(({ name, price }) => [name, price])).toEqual([
      ['Small', 4.35],
      ['Large', 4.95],
    ])
  })

  test.each(['Regular', 'default', 'LATTE', '', undefined])(
    'a single one of the name %s is the item',
    async (name) => {
      const { item: latte } = await convertItem({ variations: [variation('V', { name })] })
      expect(latte).toMatchObject({ price: 8, items: [] })
    },
  )

  test('a single one with a name of its own is a child item', async () => {
    const { item: latte } = await convertItem({ variations: [variation('Mug')] })
    expect(latte).toMatchObject({ price: null, items: [{ name: 'Mug', price: 8 }] })
  })

  test('one of several without a name is an error', async () => {
    const variations = [variation('S'), variation('V', { name: '' })]
    await expect(convertItem({ variations })).rejects.toThrow('square.json: object V: must have a name')
  })

  test('an item without variations has no price, and nothing is lost', async () => {
    const { item: latte, lines } = await convertItem({ variations: [] })
    expect(latte).toMatchObject({ price: null, items: [] })
    expect(lines).toEqual([])
  })

  test('deleted, archived and hidden ones are left out, and counted', async () => {
    const { item: latte, lines } = await convertItem({
      variations: [
        variation('deleted', {}, { is_deleted: true }),
        variation('archived', { is_archived: true }),
        variation('hidden', { ecom_visibility: 'HIDDEN' }),
        variation('S'),
        variation('L'),
      ],
    })
    expect(latte.items.map(({ name }) => name)).toEqual(['S', 'L'])
    expect(lines).toEqual([
      '1 variation is left out, because it is deleted.',
      '1 variation is left out, because it is archived.',
      '1 variation is left out, because it is hidden.',
    ])
  })

  test('an item whose variations are all left out is left out, and counted', async () => {
    const variations = [variation('V', {}, { is_deleted: true })]
    const { groups, lines } = await convertObjects([item('Latte', { variations }), item('Tea')])
    expect(outline(groups)).toEqual({ Other: ['Tea'] })
    expect(lines).toEqual([
      '1 variation is left out, because it is deleted.',
      '1 item is left out, because all its variations are.',
    ])
  })

  test('one that is an object of its own belongs to its item, and replaces an older one in it', async () => {
    const { item: latte } = await convertItem(
      { variations: [variation('S', {}, { version: 1 })] },
      {
        objects: [
          variation('S', { item_id: 'Latte', price_money: usd(500) }, { version: 2 }),
          variation('L', { item_id: 'Latte', price_money: usd(600) }),
        ],
      },
    )
    expect(latte.items.map(({ name, price }) => [name, price])).toEqual([
      ['S', 5],
      ['L', 6],
    ])
  })

  test('one of an item that is not in the files is lost', async () => {
    const { lines } = await convertItem({}, { objects: [variation('Large', { item_id: 'Mocha' })] })
    expect(lines).toEqual(['1 variation is of an item that is not in the files: Large.'])
  })
})

import { describe, expect, test } from 'vitest'
import { category, childCategory, convertObjects, item, outline } from '../support/square.ts'

const inside = (...ids: string[]) => ({ categories: ids.map((id) => ({ id })) })

describe('square: categories are the groups', () => {
  test('they nest by parent_category', async () => {
    const { groups } = await convertObjects([
      category('Drinks'),
      childCategory('Hot', 'Drinks'),
      childCategory('Coffee', 'Hot'),
      item('Latte', inside('Coffee')),
    ])
    expect(outline(groups)).toEqual({ Drinks: [{ Hot: [{ Coffee: ['Latte'] }] }] })
  })

  test('siblings are in the order of their ordinal, whatever their parent, and then in that of the file', async () => {
    const top = (id: string, ordinal?: unknown) => category(id, { parent_category: { ordinal } })
    const names = ['X', 'Y', 'C', 'B', 'A', 'P', 'Q']
    const { groups } = await convertObjects([
      category('X'),
      category('Y'),
      top('C', '-2248982315139072'),
      top('B', -2251662374731776),
      top('A', -2251731094208512),
      childCategory('P', 'A', 2),
      childCategory('Q', 'A', 1),
      ...names.map((name) => item(name.toLowerCase(), inside(name))),
    ])
    expect(groups.map(({ name }) => name)).toEqual(['A', 'B', 'C', 'X', 'Y'])
    expect(groups[0]?.groups.map(({ name }) => name)).toEqual(['Q', 'P'])
  })

  test('an item is in each of its categories, and is in its place by ordinal there', async () => {
    const at = (id: string, a: number, b: number) =>
      item(id, {
        categories: [
          { id: 'A', ordinal: a },
          { id: 'B', ordinal: b },
        ],
      })
    const { groups } = await convertObjects([
      category('A'),
      category('B'),
      at('one', 1, 3),
      at('two', 2, 2),
      at('three', 3, 1),
    ])
    expect(outline(groups)).toEqual({ A: ['one', 'two', 'three'], B: ['three', 'two', 'one'] })
  })

  test('items without an ordinal follow in the order of the file', async () => {
    const { groups } = await convertObjects([
      category('A'),
      item('one', inside('A')),
      item('two', inside('A')),
      item('first', { categories: [{ id: 'A', ordinal: 7 }] }),
    ])
    expect(outline(groups)).toEqual({ A: ['first', 'one', 'two'] })
  })

  test('a category that an item names twice has it once', async () => {
    const { groups } = await convertObjects([category('A'), item('one', inside('A', 'A'))])
    expect(outline(groups)).toEqual({ A: ['one'] })
  })

  test('without categories, category_id counts, or else reporting_category', async () => {
    const { groups } = await convertObjects([
      category('A'),
      category('B'),
      item('old', { category_id: 'A' }),
      item('older', { categories: [], category_id: 'A' }),
      item('reported', { reporting_category: { id: 'B' } }),
      item('new', { ...inside('B'), category_id: 'A', reporting_category: { id: 'A' } }),
    ])
    expect(outline(groups)).toEqual({ A: ['old', 'older'], B: ['reported', 'new'] })
  })

  test('items without a category are in a last group Other', async () => {
    const { groups } = await convertObjects([item('one'), category('A'), item('two', inside('A'))])
    expect(groups.map(({ name }) => name)).toEqual(['A', 'Other'])
    expect(outline(groups)).toEqual({ A: ['two'], Other: ['one'] })
  })

  test('categories of menus are groups, too', async () => {
    const { groups } = await convertObjects([
      category('Food', { category_type: 'REGULAR_CATEGORY' }),
      category('Lunch menu', { category_type: 'MENU_CATEGORY' }),
      item('Soup', inside('Food', 'Lunch menu')),
    ])
    expect(outline(groups)).toEqual({ Food: ['Soup'], 'Lunch menu': ['Soup'] })
  })

  test('a category that leads to no item is left out, and counted', async () => {
    const { groups, lines } = await convertObjects([category('A'), childCategory('B', 'A'), item('one')])
    expect(outline(groups)).toEqual({ Other: ['one'] })
    expect(lines).toEqual(['2 groups are left out, because they are empty.'])
  })
})

describe('square: categories that cannot be used', () => {
  test('a category that is not in the files is lost, and its items are in Other', async () => {
    const { groups, lines } = await convertObjects([item('Tea', inside('X')), item('Latte', inside('X'))])
    expect(outline(groups)).toEqual({ Other: ['Tea', 'Latte'] })
    expect(lines).toEqual(['2 items have a category that is not in the files: Tea, Latte.'])
  })

  test('an item with another category stays in that one', async () => {
    const { groups, lines } = await convertObjects([category('A'), item('Tea', inside('X', 'A'))])
    expect(outline(groups)).toEqual({ A: ['Tea'] })
    expect(lines).toEqual(['1 item has a category that is not in the files: Tea.'])
  })

  test('a deleted category is left out, and its items are in Other', async () => {
    const { groups, lines } = await convertObjects([
      category('A', {}, { is_deleted: true }),
      category('B'),
      item('Tea', inside('A')),
      item('Latte', inside('A', 'B')),
    ])
    expect(outline(groups)).toEqual({ B: ['Latte'], Other: ['Tea'] })
    expect(lines).toEqual([
      '1 category is left out, because it is deleted.',
      '1 item is in Other, because its categories are left out.',
    ])
  })

  test('categories in a deleted category move up to the one above it', async () => {
    const { groups } = await convertObjects([
      category('Drinks'),
      category('Hot', { parent_category: { id: 'Drinks' } }, { is_deleted: true }),
      childCategory('Coffee', 'Hot'),
      item('Latte', inside('Coffee')),
    ])
    expect(outline(groups)).toEqual({ Drinks: [{ Coffee: ['Latte'] }] })
  })

  test('a parent that is not in the files is lost, and its categories are at the top', async () => {
    const { groups, lines } = await convertObjects([
      childCategory('Coffee', 'X'),
      childCategory('Empty', 'X'),
      item('Latte', inside('Coffee')),
    ])
    expect(outline(groups)).toEqual({ Coffee: ['Latte'] })
    expect(lines[0]).toBe('1 category has a parent that is not in the files, and is put at the top: Coffee.')
  })

  test('categories within each other are taken apart, and that is lost', async () => {
    const { groups, lines } = await convertObjects([
      childCategory('A', 'B'),
      childCategory('B', 'C'),
      childCategory('C', 'A'),
      item('one', inside('B')),
    ])
    expect(outline(groups)).toEqual({ A: [{ C: [{ B: ['one'] }] }] })
    expect(lines).toEqual(['1 category is within itself, and is put at the top: A.'])
  })

  test('a category within itself is at the top, and that is lost', async () => {
    const { groups, lines } = await convertObjects([childCategory('A', 'A'), item('one', inside('A'))])
    expect(outline(groups)).toEqual({ A: ['one'] })
    expect(lines).toEqual(['1 category is within itself, and is put at the top: A.'])
  })

  test('a category without a name is an error', async () => {
    const objects = [category('A', { name: '' }), item('one', inside('A'))]
    await expect(convertObjects(objects)).rejects.toThrow('square.json: object A: must have a name')
  })

  test('an empty category needs no name', async () => {
    const { groups } = await convertObjects([category('A', { name: '' }), item('one')])
    expect(outline(groups)).toEqual({ Other: ['one'] })
  })

  test('categories that nest too deep are an error', async () => {
    const chain = Array.from({ length: 20_000 }, (_, n) => childCategory(`C${n + 1}`, `C${n}`))
    const objects = [category('C0'), ...chain, item('one', inside('C20000'))]
    await expect(convertObjects(objects)).rejects.toThrow('object C256: must not nest deeper than 256 levels')
  })
})

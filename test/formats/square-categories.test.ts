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

  test('a category that leads to no item is left out, and counted', async () => {
    const { groups, lines } = await convertObjects([category('A'), childCategory('B', 'A'), item('one')])
    expect(outline(groups)).toEqual({ Other: ['one'] })
    expect(lines).toEqual(['2 groups are left out, because they are empty.'])
  })
})

describe('square: categories that cannot be used', () => {
  test('a category that is not in the files is refused', async () => {
    for (const other of [inside('X'), inside('X', 'A')])
      await expect(convertObjects([category('A'), item('Tea', other)])).rejects.toThrow(
        'square.json: object Tea (Tea): must have categories that are in the files: add the response that has them',
      )
  })

  test('a deleted category is left out, and counted; one of an item or of another category is refused', async () => {
    const deleted = category('A', {}, { is_deleted: true })
    expect((await convertObjects([deleted, item('Tea')])).lines).toEqual([
      '1 category is left out, because it is deleted.',
    ])
    await expect(convertObjects([deleted, item('Tea', inside('A'))])).rejects.toThrow(
      'object Tea (Tea): must have categories that are in the files',
    )
    const child = childCategory('B', 'A')
    await expect(convertObjects([deleted, child, item('Tea', inside('B'))])).rejects.toThrow(
      'object B (B): must have parents that are in the files',
    )
  })

  test.each<[string, readonly unknown[]]>([
    ['that is not in the files', [childCategory('A', 'X')]],
    ['within each other', [childCategory('A', 'B'), childCategory('B', 'C'), childCategory('C', 'A')]],
    ['that is itself', [childCategory('A', 'A')]],
  ])('a parent %s is refused, but only of a category with items', async (_, categories) => {
    await expect(convertObjects([...categories, item('one', inside('A'))])).rejects.toThrow(
      'square.json: object A (A): must have parents that are in the files, and not be within itself',
    )
    expect(outline((await convertObjects([...categories, item('one')])).groups)).toEqual({ Other: ['one'] })
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
    await expect(convertObjects(objects)).rejects.toThrow(
      'object C20000 (C20000): must have parents that are in the files, and not be within itself or deeper than 256 levels',
    )
  })
})

import { describe, expect, test } from 'vitest'
import { detectFormat } from '../../src/formats/detect-format.ts'
import { inputFile } from '../support/convert.ts'

const formatOfJson = (content: object, as?: 'document') => detectFormat([inputFile('menu.json', content)], as)
const SAVE = 'save the menu as XLSX or CSV, with a row for each item, and import that'

describe('the menu of another program in JSON', () => {
  const item = { id: 'i1', title: { translations: { en: 'Stew' } }, price_info: { price: 1200 } }

  test.each<[string, object]>([
    [
      'menus that refer to categories',
      { menus: [{ id: 'm', title: {}, category_ids: ['c'] }], categories: [{ id: 'c' }], items: [item] },
    ],
    ['menus with items beside them', { menus: [{ name: 'Lunch' }], items: [item] }],
    ['items', { items: [{ category: 'Mains', name: 'Stew', price: 12 }] }],
    ['counts of a stock', { counts: [{ catalog_object_id: 'v', state: 'IN_STOCK', quantity: '0' }] }],
  ])('%s: is refused with what to do', async (_, content) => {
    await expect(formatOfJson(content)).rejects.toThrow(SAVE)
  })

  test.each<[string, object]>([
    ['an import file', { menus: [{ id: 'm', name: 'Lunch', groups: [{ id: 'g', items: [] }] }] }],
    ['one without menus', { users: [], menus: [] }],
    ['one whose groups are misspelled', { menus: [{ id: 'm', name: 'Lunch', grups: [] }] }],
    ['one whose menus are misspelled', { menues: [{ id: 'm', name: 'Lunch', groups: [] }] }],
    ['one with nothing in it', {}],
    ['one with another field', { menus: [{ id: 'm', name: 'Lunch', groups: [] }], items: [] }],
  ])('%s is none', async (_, content) => {
    expect(await formatOfJson(content)).toBe('document')
  })

  test('is read as an import file if the user says so', async () => {
    expect(await formatOfJson({ items: [item] }, 'document')).toBe('document')
  })
})

import { describe, expect, test } from 'vitest'
import { convert } from '../support/convert.ts'

const LUNCH = { menuName: 'Lunch' }

describe('a menu without any item', () => {
  const archived = { type: 'ITEM', id: 'a', item_data: { name: 'Soup', is_archived: true } }

  test.each<[string, string | object]>([
    ['square', { objects: [archived, { type: 'CATEGORY', id: 'c', category_data: { name: 'Soups' } }] }],
    ['square-items', 'Token,Item Name,Archived\nT1,Soup,Y'],
    [
      'toast',
      { menus: [{ name: 'Lunch', guid: 'm', menuGroups: [{ name: 'Soups', guid: 'g', menuItems: [] }] }] },
    ],
  ])('is refused in %s, with what was left out', async (format, content) => {
    const refused = expect(convert('menu', content, LUNCH)).rejects
    await refused.toThrow('There are no items for the menu Lunch.')
    if (format.startsWith('square'))
      await expect(convert('menu', content, LUNCH)).rejects.toThrow('1 item is left out')
  })

  test('beside others is named', async () => {
    const soups = { name: 'Soups', guid: 'g', menuItems: [{ name: 'Leek', guid: 'i', price: 5 }] }
    const menu = (name: string, menuGroups: readonly object[]) => ({ name, guid: name, menuGroups })
    const { lines, hasLosses } = await convert('toast.json', {
      menus: [menu('Lunch', [soups]), menu('Dinner', [])],
    })
    expect(lines).toEqual(['1 menu has no items: Dinner.'])
    expect(hasLosses).toBe(true)
  })

  test('of a table is refused, unless it was exported', async () => {
    const rows = 'menu,menu id,group,group id,item\nLunch,ID,Soups,g,\n'
    await expect(convert('menu.csv', rows.replace('ID', ''), LUNCH)).rejects.toThrow(
      'There are no items for the menu Lunch.',
    )
    const { lines } = await convert('menu.csv', rows, LUNCH)
    expect(lines).toEqual([])
  })
})

import { describe, expect, test } from 'vitest'
import { convert, convertAll, convertMenu, inputFile } from '../support/convert.ts'

const GROUPS = [{ id: 'g', name: 'Soups', items: [{ id: 'i', name: 'Tomato', price: 8 }] }]
const RESPONSE = { metadata: { groups: { total: 1 } }, groups: GROUPS }

describe('groups: a saved response of GET /v1/groups', () => {
  test('is detected, and its groups are taken as they are', async () => {
    const { format, menus } = await convert('saved.json', RESPONSE, { menuName: 'Lunch', location: 'Lobby' })
    expect(format).toBe('groups')
    expect(menus).toEqual([
      {
        id: expect.stringMatching(/^groups:/),
        name: 'Lunch',
        keepsLeftOut: true,
        location: { name: 'Lobby' },
        groups: GROUPS,
      },
    ])
  })

  test('an array of groups is read, too', async () => {
    const options = { menuName: 'Lunch', menuId: 'lunch' }
    expect(await convertMenu('saved.json', GROUPS, { as: 'groups', ...options })).toEqual({
      id: 'lunch',
      name: 'Lunch',
      keepsLeftOut: true,
      groups: GROUPS,
    })
  })

  test('without --menu-name it is refused, and the name of the file is not used', async () => {
    await expect(convert('lunch.json', RESPONSE)).rejects.toThrow('add --menu-name NAME')
  })

  test('errors name the file and the place in it, also if there are several files', async () => {
    const wrong = { groups: [{ id: 'h', name: 'Salads', items: [{ id: 'j', name: 'Greek', price: '8' }] }] }
    const files = () => [inputFile('one.json', RESPONSE), inputFile('two.json', wrong)]
    await expect(convertAll(files(), { as: 'groups', menuName: 'Lunch' })).rejects.toThrow(
      'two.json: /groups/0/items/0/price: must be a number or null, got "8"',
    )
    await expect(convert('list.json', ['x'], { as: 'groups', menuName: 'Lunch' })).rejects.toThrow(
      'list.json: /0: must be',
    )
  })

  test('an id in two files is an error that names both places', async () => {
    const files = [inputFile('one.json', RESPONSE), inputFile('two.json', GROUPS)]
    await expect(convertAll(files, { as: 'groups', menuName: 'Lunch' })).rejects.toThrow(
      'two.json: /0/id: must be given once, but one.json: /groups/0 has the same id\n' +
        'two.json: /0/items/0/id: must be given once, but one.json: /groups/0/items/0 has the same id',
    )
  })
})

import { describe, expect, test } from 'vitest'
import { convert, convertMenu } from '../support/convert.ts'

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
})

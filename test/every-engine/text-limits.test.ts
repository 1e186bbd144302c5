import { randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { importDocument } from '../../src/documents/import.ts'
import { signage } from '../support/commands.ts'
import { exported, newDatabaseToOpen, openMemory, throughDatabase } from '../support/database.ts'
import { device, group, item, menu } from '../support/documents.ts'

/** Text that no database can shorten. */
const textOf = (length: number) => randomBytes(length).toString('base64').slice(0, length)
/** Each character is two units of a JavaScript string, and four bytes. */
const WIDE = '🍲'

const NAME = 1000
const DESCRIPTION = 20_000
const TAG = 1000
const TAGS = 200
const BYTES = 1000

/** A document in which one text or list after the other may have another size. */
function documentOf(change: { readonly [Field in keyof typeof LONGEST]?: (typeof LONGEST)[Field] } = {}) {
  const fields = { ...LONGEST, ...change }
  const { name, description, tags, id } = fields
  const window = { from: '06:00', to: '11:00' }
  const items = [{ ...item('i', { description, tags }), name, id }]
  const groups = [{ ...group('g', { description, tags, items }), name, id }]
  const location = { name: fields.location, restaurantName: name }
  const screen = {
    screen_resolution: name,
    screen_orientation: name,
    last_heartbeat_at: '2099-01-01T00:00:00Z',
  }
  return {
    users: [{ id, name }],
    sites: [
      {
        id,
        name: fields.site,
        timezone: 'Europe/Paris',
        hours: {
          windows: Array(fields.windows).fill({ days: ['mon'], ...window }),
          exceptions: Array.from({ length: fields.exceptions }, (_, n) => ({
            date: new Date(Date.UTC(2026, 0, 1 + n)).toISOString().slice(0, 10),
            windows: Array(n === 0 ? fields.windowsOfDate : 1).fill(window),
          })),
        },
      },
    ],
    devices: [
      {
        ...device('d', { ...screen, access: [{ user: id, level: 'read' }], site: id }),
        id,
        name: fields.device,
      },
    ],
    menus: [{ ...menu('m', { name: fields.menu, location, groups }), id }],
    apiKeys: [
      { keyHash: 'a'.repeat(64), keyPrefix: name, name: fields.key, user: id, scopes: [], menus: [id] },
    ],
  }
}

const LONGEST = {
  id: textOf(BYTES),
  name: WIDE.repeat(NAME),
  description: WIDE.repeat(DESCRIPTION),
  tags: Array.from({ length: TAGS }, () => textOf(TAG)),
  location: textOf(NAME),
  site: textOf(NAME),
  windows: 50,
  exceptions: 400,
  windowsOfDate: 50,
  device: textOf(BYTES),
  menu: textOf(NAME),
  key: textOf(NAME),
}

test('the longest texts and lists are imported and exported as they are', async () => {
  const database = await openMemory()
  await importDocument(database, structuredClone(documentOf()))
  expect(await exported(database)).toBe(await throughDatabase(JSON.parse(await exported(database))))
  expect(await exported(database)).toContain(LONGEST.device)
  await database.close()
})

describe('longer ones are refused with their place and the limit', () => {
  test.each([
    [{ id: `${textOf(BYTES - 1)}é` }, '/users/0/id: must have at most 1,000 bytes'],
    [{ name: `${WIDE.repeat(NAME)}x` }, '/users/0/name: must have at most 1,000 characters'],
    [{ site: textOf(NAME + 1) }, '/sites/0/name: must have at most 1,000 characters'],
    [{ windows: 51 }, '/sites/0/hours/windows: must have at most 50 entries'],
    [{ exceptions: 401 }, '/sites/0/hours/exceptions: must have at most 400 entries'],
    [{ windowsOfDate: 51 }, '/sites/0/hours/exceptions/0/windows: must have at most 50 entries'],
    [{ device: textOf(BYTES + 1) }, '/devices/0/name: must have at most 1,000 bytes'],
    [{ menu: textOf(NAME + 1) }, '/menus/0/name: must have at most 1,000 characters'],
    [{ location: textOf(NAME + 1) }, '/menus/0/location/name: must have at most 1,000 characters'],
    [
      { description: textOf(DESCRIPTION + 1) },
      '/menus/0/groups/0/description: must have at most 20,000 characters',
    ],
    [{ tags: ['a', textOf(TAG + 1)] }, '/menus/0/groups/0/tags/1: must have at most 1,000 characters'],
    [{ tags: Array(TAGS + 1).fill('a') }, '/menus/0/groups/0/tags: must have at most 200 entries'],
    [{ key: textOf(NAME + 1) }, '/apiKeys/0/name: must have at most 1,000 characters'],
  ])('%#', async (change, message) => {
    const environment = { DATABASE_URL: await newDatabaseToOpen() }
    const input = JSON.stringify(documentOf(change))
    const { code, stderr } = await signage(['import', '-'], { environment, input })
    expect(code).toBe(1)
    expect(stderr).toContain(message)
    expect(stderr.length).toBeLessThan(5000)
  })

  test('also in other formats', async () => {
    const environment = { DATABASE_URL: await newDatabaseToOpen() }
    const input = `group,item,description\nSoups,Tomato,${textOf(DESCRIPTION + 1)}\n`
    const args = ['import', '-', '--as', 'table', '--menu-name', 'Lunch']
    const { code, stderr } = await signage(args, { environment, input })
    expect(code).toBe(1)
    expect(stderr).toContain('row 2, column description: must have at most 20,000 characters')
  })

  test('also as arguments of commands', async () => {
    const environment = { DATABASE_URL: await newDatabaseToOpen() }
    expect((await signage(['migrate'], { environment })).code).toBe(0)
    for (const [args, limit] of [
      [['add', 'é'.repeat(BYTES / 2 + 1)], '1,000 bytes'],
      [['add', 'anna', '--name', textOf(NAME + 1)], '1,000 characters'],
    ] as const) {
      const { code, stderr } = await signage(['users', ...args], { environment })
      expect([code, stderr]).toEqual([2, expect.stringContaining(`It must have at most ${limit}.`)])
    }
    expect((await signage(['users', 'add', LONGEST.id], { environment })).code).toBe(0)
  })
})

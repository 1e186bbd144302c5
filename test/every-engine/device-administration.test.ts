import { afterAll, describe, expect, test } from 'vitest'
import {
  findDevice,
  grantAccessQuery,
  listAccess,
  listDevices,
  listReadableDevices,
  revokeAccess,
} from '../../src/device/queries/devices.ts'
import { importDocument } from '../../src/documents/import.ts'
import { findExisting } from '../../src/storage/chunks.ts'
import type { Database } from '../../src/storage/database.ts'
import { openMemory } from '../support/database.ts'
import { device, devicesDocument } from '../support/documents.ts'
import { NOW } from '../support/service.ts'

/* The queries and changes of devices by commands. */

const open: Database[] = []
afterAll(() => Promise.all(open.map((database) => database.close())))

async function openWith(...devices: object[]): Promise<Database> {
  const database = await openMemory()
  open.push(database)
  const { users, ...others } = devicesDocument(...devices)
  const document = { users: [...users, { id: 'kitchen', name: 'Kitchen' }], ...others }
  await importDocument(database, document, { clock: () => NOW })
  return database
}

test('devices are listed in the order of their ids, and one can be found by its id', async () => {
  const database = await openWith(device('b', { name: 'first' }), device('a', { timezone: 'UTC' }))
  expect((await listDevices(database)).map(({ id }) => id)).toEqual(['a', 'b'])
  expect(await findDevice(database, 'b')).toMatchObject({ id: 'b', name: 'first', offline_startup: 0 })
  expect(await findDevice(database, 'c')).toBeUndefined()
  expect(await findExisting(database, 'devices', ['a', 'c', 'b', 'a'])).toEqual(new Set(['a', 'b']))
})

describe('access to a device', () => {
  test('is granted and revoked for one level, one device and one user', async () => {
    const database = await openWith(device('a'), device('b'))
    const update = { user: 'kitchen', level: 'update' } as const
    const read = { user: 'kitchen', level: 'read' } as const
    const own = { user: 'ops', level: 'read' }
    for (let n = 0; n < 2; n++)
      await database.batch([
        grantAccessQuery('a', 'kitchen', 'update'),
        grantAccessQuery('a', 'kitchen', 'read'),
      ])
    expect(await listAccess(database, 'a')).toEqual([read, update, own])
    expect(await listAccess(database, 'b')).toEqual([own])

    expect(await revokeAccess(database, 'b', read)).toBe(0)
    expect(await revokeAccess(database, 'a', read)).toBe(1)
    expect(await revokeAccess(database, 'a', { user: 'ops', level: 'update' })).toBe(0)
    expect(await listAccess(database, 'a')).toEqual([update, own])
  })

  test('allows reading with the level read or update, but not with publish', async () => {
    const levels = ['read', 'update', 'publish'] as const
    const devices = levels.map((level) => device(level, { access: [{ user: 'kitchen', level }] }))
    const database = await openWith(...devices.toReversed(), device('of others'))
    const readable = await listReadableDevices(database, 'kitchen')
    expect(readable).toEqual(['read', 'update'].map((id) => ({ id, name: 'Front Lobby' })))
  })
})

test('devices of one import file each keep the timestamps that the file omits for them', async () => {
  const [created_at, updated_at] = ['2025-02-02T02:02:02Z', '2025-03-03T03:03:03Z']
  const database = await openWith(device('a'), device('b'), device('c'), device('d'))
  const { created_at: firstCreated, updated_at: firstUpdated, ...timeless } = device('')
  await importDocument(
    database,
    {
      devices: [
        { ...timeless, id: 'a' },
        { ...timeless, id: 'b', created_at, updated_at },
        { ...timeless, id: 'c', created_at },
        { ...timeless, id: 'd', updated_at },
      ],
    },
    { clock: () => NOW },
  )
  const times = (await listDevices(database)).map((row) => [row.created_at, row.updated_at])
  expect(times).toEqual([
    [firstCreated, firstUpdated],
    [created_at, updated_at],
    [created_at, firstUpdated],
    [firstCreated, updated_at],
  ])
})

import fc from 'fast-check'
import { afterAll, describe, expect, onTestFinished, test } from 'vitest'
import { type FleetParameters, parseFleetParameters } from '../../src/fleet/parameters.ts'
import { readFleet } from '../../src/fleet/read-fleet.ts'
import type { Fleet } from '../../src/fleet/schema.ts'
import { FLEET_STATES } from '../../src/fleet/states.ts'
import { openDatabase } from '../../src/storage/open.ts'
import { newDatabaseToOpen } from '../support/database.ts'
import { type ModelDevice, orderedIds } from '../support/fleet.ts'
import { NOW } from '../support/service.ts'

/* The database filters, sorts and counts. It must yield what a list that is sorted in the simplest way does, cut into pages. */

const MINUTE_MS = 60_000
const TIME = '2026-01-01T00:00:00Z'
const url = await newDatabaseToOpen()
const database = await openDatabase(url, 'create')
const reading = await openDatabase(url, 'read')
afterAll(() => Promise.all([reading.close(), database.close()]))

/** Closed now: NOW is a Thursday, at noon. */
const CLOSED = JSON.stringify({ windows: [{ days: ['mon'], from: '08:00', to: '09:00' }], exceptions: [] })
const SITES = [
  { id: 's1', name: 'Same', hours: null },
  { id: 's2', name: 'Same', hours: CLOSED },
  { id: 's3', name: '\u{1f600} after all', hours: null },
  { id: 's6', name: 'Site 10', hours: null },
  { id: 's7', name: 'Site 2', hours: null },
  { id: 's4', name: '\uff21 before', hours: null },
  { id: 's5', name: 'Empty', hours: null },
]
const siteNames = new Map(SITES.map(({ id, name }) => [id, name]))
await database.batch([
  { script: "INSERT INTO users (id, name) VALUES ('all', 'a'), ('some', 's')" },
  {
    sql: 'INSERT INTO sites (id, name, timezone, hours) VALUES (?, ?, ?, ?)',
    rows: SITES.map(({ id, name, hours }) => [id, name, 'UTC', hours]),
  },
])

const drawn = fc.record({
  name: fc.constantFrom('a', 'B', 'b', '\u{1f600}', '\uff21', 'é'),
  site: fc.constantFrom(null, 's1', 's2', 's3', 's4', 's6', 's7'),
  minutes: fc.constantFrom(null, 0, 1, 5, 6, 7, 60, 61),
})
const devicesDrawn = fc.array(drawn, { maxLength: 30 }).map((list) =>
  list.map(({ site, minutes, name }, n): ModelDevice => {
    const silent = site === 's2' ? 'asleep' : 'offline'
    const state = minutes === null ? 'never' : minutes <= 5 ? 'online' : silent
    return { id: `d${n}`, name, site, minutes, state }
  }),
)

async function store(devices: readonly ModelDevice[]): Promise<void> {
  await database.batch([
    { script: 'DELETE FROM devices' },
    {
      sql: 'INSERT INTO devices (id, name, timezone, site_id, last_heartbeat_at, updated_at, created_at) VALUES (?, ?, ?, ?, ?, ?, ?)',
      rows: devices.map(({ id, name, site, minutes }) => {
        const at = minutes === null ? null : new Date(NOW - minutes * MINUTE_MS).toISOString()
        return [id, name, 'UTC', site, at, TIME, TIME]
      }),
    },
    {
      sql: 'INSERT INTO device_access (user_id, device_id, level) VALUES (?, ?, ?)',
      rows: devices.flatMap(({ id }, n) => [
        ['all', id, n % 2 ? 'read' : 'update'],
        ['all', id, 'publish'],
        ['some', id, n % 3 ? 'read' : 'publish'],
      ]),
    },
  ])
}

const queryDrawn = fc.record({
  state: fc.constantFrom(undefined, ...FLEET_STATES),
  user: fc.constantFrom('all', 'some'),
  limit: fc.integer({ min: 1, max: 12 }),
})

test('all pages together are the whole list in its order, with any limit', async () => {
  await fc.assert(
    fc.asyncProperty(
      devicesDrawn,
      fc.array(queryDrawn, { minLength: 8, maxLength: 8 }),
      async (devices, queries) => {
        await store(devices)
        for (const { user, limit, ...query } of queries) {
          const readable = devices.filter((_, n) => user === 'all' || n % 3 !== 0)
          const expected = orderedIds(readable, siteNames, query)
          const read = readFleet.bind(null, reading)
          const ids: string[] = []
          let cursor: string | undefined
          do {
            const parameters: FleetParameters = {
              state: query.state ?? '',
              limit: String(limit),
              ...(cursor && { cursor }),
            }
            const fleet = await read(user, parseFleetParameters(parameters), NOW)
            expect(fleet.counts.all).toBe(readable.length)
            expect(fleet.total).toBe(expected.length)
            expect(fleet.devices.length).toBeLessThanOrEqual(limit)
            for (const { id, devices: number, online } of fleet.sites) {
              const there = readable.filter(({ site }) => site === id)
              expect([number, online]).toEqual([
                there.length,
                there.filter(({ state }) => state === 'online').length,
              ])
            }
            for (const { id, state } of fleet.devices) {
              ids.push(id)
              expect(state).toBe(devices.find((device) => device.id === id)?.state)
            }
            expect(ids.length).toBeLessThanOrEqual(expected.length)
            cursor = fleet.next ?? undefined
          } while (cursor !== undefined)
          expect(ids, JSON.stringify({ user, limit, query })).toEqual(expected)
        }
      },
    ),
    { numRuns: 60 },
  )
})

/** A device whose right is withdrawn, among others. */
const SECRET = 'd1'
const SEEN = ['d0', SECRET, 'd2', 'd3'].map((id): ModelDevice => {
  const minutes = id === SECRET ? 6 : 60
  return { id, name: `name-${id}`, site: 's1', minutes, state: 'offline' }
})
/** Its last heartbeat decides the place of its site. */
const SECRET_TIME = new Date(NOW - 6 * MINUTE_MS).toISOString()
const WITHDRAWALS = {
  'is revoked': `DELETE FROM device_access WHERE device_id = '${SECRET}'`,
  // As many devices as before: their number does not tell.
  'is revoked while another is given': `
    DELETE FROM device_access WHERE device_id = '${SECRET}';
    INSERT INTO device_access (user_id, device_id, level) VALUES ('some', 'd3', 'read')`,
  'has a level that does not allow reading': `UPDATE device_access SET level = 'publish' WHERE device_id = '${SECRET}'`,
}

async function storeSeen(): Promise<void> {
  await store(SEEN)
  await database.batch([
    { script: 'DELETE FROM device_access' },
    {
      sql: 'INSERT INTO device_access (user_id, device_id, level) VALUES (?, ?, ?)',
      rows: SEEN.flatMap(({ id }) =>
        (id === 'd3' ? ['all'] : ['all', 'some']).map((user) => [user, id, 'read']),
      ),
    },
  ])
}

async function readableBy(user: string): Promise<string[]> {
  const sql = "SELECT device_id FROM device_access WHERE user_id = ? AND level = 'read' ORDER BY device_id"
  return (await database.all<{ device_id: string }>({ sql, parameters: [user] })).map(
    ({ device_id }) => device_id,
  )
}

const idsOf = ({ devices }: Fleet) => devices.map(({ id }) => id)

describe.each(['all', 'some'])('of a fleet of which a user reads %s devices', (user) => {
  test.each(Object.entries(WITHDRAWALS))(
    'the next request says nothing of one that %s',
    async (_, script) => {
      await storeSeen()
      const read = readFleet.bind(null, reading)
      const page = (cursor: string | null, limit: string) =>
        read(user, parseFleetParameters({ limit, cursor: cursor ?? '' }), NOW)
      const before = await page('', '2')
      await database.batch([{ script }])
      const readable = await readableBy(user)
      const ids: string[] = []
      let cursor: string | null = ''
      do {
        const fleet: Fleet = await page(cursor, '1')
        expect(JSON.stringify({ ...fleet, next: '' })).not.toContain(SECRET)
        const next = Buffer.from(fleet.next ?? '', 'base64url').toString()
        expect(next).not.toContain(`"${SECRET}"`)
        expect(next).not.toContain(SECRET_TIME)
        expect([fleet.counts.all, fleet.counts.offline, fleet.total]).toEqual(Array(3).fill(readable.length))
        expect(fleet.sites.map(({ devices }) => devices)).toEqual([readable.length])
        ids.push(...idsOf(fleet))
        cursor = fleet.next
      } while (cursor !== null)
      expect(ids).toEqual(readable)
      // With the cursor that the user was given before, no other device is left out.
      expect(idsOf(before)).toContain(SECRET)
      const unseen = readable.filter((id) => !idsOf(before).includes(id))
      expect(idsOf(await page(before.next, '200'))).toEqual(expect.arrayContaining(unseen))
    },
  )
})

test('the state of a device and its site follow the opening hours at once', async () => {
  await storeSeen()
  onTestFinished(async () => {
    await database.batch([{ script: "UPDATE sites SET hours = NULL WHERE id = 's1'" }])
  })
  const read = readFleet.bind(null, reading)
  const readD0 = async () => {
    const { devices, sites } = await read('all', parseFleetParameters({ id: 'd0' }), NOW)
    return [devices[0]?.state, sites[0]?.is_open]
  }
  expect(await readD0()).toEqual(['offline', true])
  await database.batch([{ sql: "UPDATE sites SET hours = ? WHERE id = 's1'", parameters: [CLOSED] }])
  expect(await readD0()).toEqual(['asleep', false])
})

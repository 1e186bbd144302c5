import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { createFleet } from '../src/fleet/fleet.ts'
import { type FleetQuery, parseFleetQuery } from '../src/fleet/query.ts'
import { FLEET_STATES } from '../src/fleet/schema.ts'
import { openDatabase } from '../src/storage/open.ts'
import { newDatabaseToOpen } from './support/database.ts'
import { type ModelDevice, orderedIds } from './support/fleet.ts'
import { NOW } from './support/service.ts'

/*
 * Small fleets are read as a whole, and of large ones only what a page needs. Both must yield what a list that is sorted in the
 * simplest way does, cut into pages.
 */

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
  site: fc.constantFrom(null, 's1', 's2', 's3', 's4'),
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
  group: fc.constantFrom('site' as const, 'none' as const),
  sort: fc.constantFrom('outage' as const, 'name' as const, 'seen' as const),
  state: fc.constantFrom(undefined, ...FLEET_STATES),
  user: fc.constantFrom('all', 'some'),
  limit: fc.integer({ min: 1, max: 12 }),
  /** How many devices a small fleet has at most. */
  smallFleet: fc.constantFrom(-1, 3, 1000),
})

test('all pages together are the whole list in its order, with any limit', async () => {
  await fc.assert(
    fc.asyncProperty(
      devicesDrawn,
      fc.array(queryDrawn, { minLength: 8, maxLength: 8 }),
      async (devices, queries) => {
        await store(devices)
        for (const { user, limit, smallFleet, ...query } of queries) {
          const readable = devices.filter((_, n) => user === 'all' || n % 3 !== 0)
          const expected = orderedIds(readable, siteNames, query)
          const read = createFleet(reading, smallFleet)
          const ids: string[] = []
          let cursor: string | undefined
          do {
            const { state = '', ...order } = query
            const parameters: FleetQuery = {
              ...order,
              state,
              limit: String(limit),
              ...(cursor && { cursor }),
            }
            const fleet = await read(user, parseFleetQuery(parameters), NOW)
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
          expect(ids, JSON.stringify({ user, limit, smallFleet, query })).toEqual(expected)
        }
      },
    ),
    { numRuns: 60 },
  )
})

test('of a large fleet, counts are kept for five seconds, but no device is shown that the user may no longer read', async () => {
  const devices = ['d0', 'd1', 'd2'].map(
    (id): ModelDevice => ({ id, name: id, site: 's1', minutes: 1, state: 'online' }),
  )
  await store(devices)
  const read = createFleet(reading, -1)
  const first = { group: 'site', sort: 'outage' } as const
  const shown = async (nowMs: number) => {
    const { counts, devices } = await read('all', parseFleetQuery(first), nowMs)
    return [counts.all, devices.map(({ id }) => id).join()]
  }
  expect(await shown(NOW)).toEqual([3, 'd0,d1,d2'])
  await database.batch([{ script: "DELETE FROM device_access WHERE user_id = 'all' AND device_id = 'd1'" }])
  expect(await shown(NOW + 4999)).toEqual([3, 'd0,d2'])
  expect(await shown(NOW + 5000)).toEqual([2, 'd0,d2'])
  // Also if the clock is set back.
  await database.batch([{ script: "DELETE FROM devices WHERE id = 'd0'" }])
  expect(await shown(NOW - 1)).toEqual([1, 'd2'])
})

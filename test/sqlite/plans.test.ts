import { beforeAll, describe, expect, test } from 'vitest'
import type { Size } from '../../bench/data/copies.ts'
import { MENU_ID, USER } from '../../bench/data/database.ts'
import { deviceId } from '../../bench/data/devices.ts'
import { createGrownDatabase, KEY_OF_MANY } from '../../bench/data/growth.ts'
import { recordQueries } from '../../bench/plans/lookups.ts'
import { createDeviceLister } from '../../src/device/device-list.ts'
import type { DeviceSelection } from '../../src/device/queries/list-page.ts'
import { parseFleetParameters } from '../../src/fleet/parameters.ts'
import { readFleet } from '../../src/fleet/read-fleet.ts'
import type { Query } from '../../src/storage/database.ts'
import { openDatabase } from '../../src/storage/open.ts'
import { createSnapshot } from '../../src/storage/snapshot.ts'
import { preventGarbageCollection } from '../../src/storage/sqlite/prepared-statements.ts'
import { A_FEW_ONLINE, connectAsOtherProgram, newDatabaseUrl, runSql } from '../support/database.ts'

const SIZE: Size = { devices: 2000, menus: 10, keys: 10, granted: 5 }

const url = await newDatabaseUrl()
await createGrownDatabase(url, SIZE)
await runSql(url, A_FEW_ONLINE)

/** The steps by which SQLite would run a query. */
function explain({ sql, parameters = [] }: Query): string[] {
  const connection = connectAsOtherProgram(url)
  const statement = connection.prepare<unknown[], { detail: string }>(`EXPLAIN QUERY PLAN ${sql}`)
  const steps = preventGarbageCollection(statement).all(...parameters)
  connection.close()
  return steps.map(({ detail }) => detail)
}

test('all lookups of requests use indexes', async () => {
  const database = await openDatabase(url, 'read')
  const input = { key: KEY_OF_MANY, userId: USER, deviceId: deviceId(1), menuId: MENU_ID }
  const queries = await recordQueries(database, input)
  await database.close()

  const plans = queries.map(({ purpose, ...query }) => ({ purpose, steps: explain(query) }))
  expect(new Set(plans.map(({ purpose }) => purpose)).size).toBe(10)
  for (const { purpose, steps } of plans) {
    const fullScans = steps.filter((step) => /^SCAN [a-z]$/.test(step))
    expect(fullScans, `${purpose}\n${steps.join('\n')}`).toEqual([])
  }
})

describe('a list of devices for a user who may read all of them', () => {
  const ALL = { userId: USER, ids: undefined, isOnline: undefined, limit: 10, offset: 0 }

  /** The plan of the second list, when the user is known to read all devices. */
  async function planOf(query: DeviceSelection): Promise<string[]> {
    const database = await openDatabase(url, 'read')
    const pages: Query[] = []
    const list = createDeviceLister({
      ...database,
      readTogether(queries) {
        pages.push(...queries.slice(-1))
        return database.readTogether(queries)
      },
    })
    for (let n = 0; n < 2; n++) await list(query, Date.UTC(2050, 0))
    await database.close()
    const [, second] = pages
    return second === undefined ? [] : explain(second)
  }

  test('reads the index of names up to the end of the page', async () => {
    const steps = await planOf(ALL)
    expect(steps).toContain('SCAN d USING COVERING INDEX devices_by_name')
    expect(steps.join()).not.toMatch(/MATERIALIZE found|TEMP B-TREE FOR ORDER BY.*page/)
  })

  test('collects the online devices once, from the index of heartbeats', async () => {
    const steps = await planOf({ ...ALL, isOnline: true })
    const materialized = steps.filter((step) => step === 'MATERIALIZE found')
    expect(materialized).toHaveLength(1)
    expect(
      steps.filter((step) => step.includes('COVERING INDEX devices_by_heartbeat (last_heartbeat_at>?)')),
    ).toHaveLength(1)
  })
})

describe('a page of a large fleet', () => {
  const SITES = `
    WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 100)
    INSERT INTO sites (id, name, timezone) SELECT 'site-' || n, 'Site', 'UTC' FROM numbers;
    UPDATE devices SET site_id = 'site-' || (1 + abs(random() % 100))`
  beforeAll(() => runSql(url, SITES))
  const NOW = Date.UTC(2050, 0)

  /** The plans of what is read for a page after the first one. */
  async function plansOf(query: Parameters<typeof parseFleetParameters>[0]): Promise<string[][]> {
    const database = await openDatabase(url, 'read')
    const queries: Query[] = []
    const recorded = {
      ...database,
      async openSnapshot() {
        const snapshot = await database.openSnapshot()
        const all = <Row>(read: Query) => {
          queries.push(read)
          return snapshot.all<Row>(read)
        }
        return createSnapshot(all, snapshot.close)
      },
    }
    const { next } = await readFleet(recorded, USER, parseFleetParameters({ ...query, limit: '10' }), NOW)
    queries.splice(0)
    await readFleet(recorded, USER, parseFleetParameters({ ...query, limit: '10', cursor: next ?? '' }), NOW)
    await database.close()
    return queries.map(explain)
  }

  // Without sites, all devices are sorted, to keep the first.
  test.each([{}, { sort: 'name' }, { sort: 'seen' }, { state: 'online' }, { site: 'site-7' }])(
    '%j reads no table as a whole',
    async (query) => {
      const plans = await plansOf(query)
      expect(plans.length).toBeGreaterThan(5)
      for (const steps of plans)
        expect(steps.filter((step) => /^SCAN (d|devices|a|x|incident_devices|outages)$/.test(step))).toEqual(
          [],
        )
    },
  )
})

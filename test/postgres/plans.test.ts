import { beforeAll, expect, test } from 'vitest'
import type { Size } from '../../bench/data/copies.ts'
import { MENU_ID, USER } from '../../bench/data/database.ts'
import { deviceId } from '../../bench/data/devices.ts'
import { createGrownDatabase, KEY_OF_MANY, KEY_OF_ONE } from '../../bench/data/growth.ts'
import { recordQueries } from '../../bench/plans/lookups.ts'
import { explainQueries, type Plan } from '../../bench/plans/plans.ts'
import { openDatabase } from '../../src/storage/open.ts'
import { A_FEW_ONLINE } from '../support/database.ts'
import { createPostgresDatabase } from '../support/postgres.ts'
import { runPostgres } from '../support/postgres-client.ts'

/** Large enough that PostgreSQL prefers indexes to reading whole tables. */
const SIZE: Size = { devices: 20_000, menus: 2000, keys: 1000, granted: 200 }

let url = ''
beforeAll(async () => {
  url = await createPostgresDatabase()
  await createGrownDatabase(url, SIZE)
  await runPostgres(url, A_FEW_ONLINE)
})

async function plansFor(key: string): Promise<Plan[]> {
  const database = await openDatabase(url, 'read')
  const input = { key, userId: USER, deviceId: deviceId(1), menuId: MENU_ID }
  const queries = await recordQueries(database, input)
  await database.close()
  return explainQueries(url, queries)
}

test.each([
  ['one menu', KEY_OF_ONE],
  ['many menus', KEY_OF_MANY],
])('all lookups of a request with a key for %s use indexes', async (_menus, key) => {
  const plans = await plansFor(key)
  expect(new Set(plans.map(({ purpose }) => purpose)).size).toBe(10)
  for (const { purpose, scansWithoutIndex, text } of plans)
    expect(scansWithoutIndex, `${purpose}\n${text}`).toEqual([])
})

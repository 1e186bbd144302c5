import Sqlite from 'better-sqlite3'
import { expect, test } from 'vitest'
import type { Size } from '../../bench/data/copies.ts'
import { MENU_ID, USER } from '../../bench/data/database.ts'
import { deviceId } from '../../bench/data/devices.ts'
import { createGrownDatabase, KEY_OF_MANY } from '../../bench/data/growth.ts'
import { recordQueries } from '../../bench/plans/lookups.ts'
import { createDeviceList } from '../../src/device/list.ts'
import { findDeviceOfUser, findReadableDevice } from '../../src/device/repository.ts'
import { findGrantedMenus, loadTrees } from '../../src/menu/repository.ts'
import { openDatabase } from '../../src/storage/open.ts'
import { A_FEW_ONLINE, newDatabaseUrl, runSql } from '../support/database.ts'

const SIZE: Size = { devices: 2000, menus: 10, keys: 10, granted: 5 }
const LOOKUPS = { createDeviceList, findReadableDevice, findDeviceOfUser, findGrantedMenus, loadTrees }

test('all lookups of requests use indexes', async () => {
  const url = await newDatabaseUrl()
  await createGrownDatabase(url, SIZE)
  await runSql(url, A_FEW_ONLINE)
  const database = await openDatabase(url, 'read')
  const input = { key: KEY_OF_MANY, userId: USER, deviceId: deviceId(1), menuId: MENU_ID }
  const queries = await recordQueries(database, LOOKUPS, input)
  await database.close()

  const connection = new Sqlite(url, { readonly: true })
  const plans = queries.map(({ purpose, sql, parameters }) => {
    const steps = connection
      .prepare<unknown[], { detail: string }>(`EXPLAIN QUERY PLAN ${sql}`)
      .all(...parameters)
    return { purpose, steps: steps.map(({ detail }) => detail) }
  })
  connection.close()
  expect(new Set(plans.map(({ purpose }) => purpose)).size).toBe(6)
  for (const { purpose, steps } of plans) {
    const fullScans = steps.filter((step) => /^SCAN [a-z]$/.test(step))
    expect(fullScans, `${purpose}\n${steps.join('\n')}`).toEqual([])
  }
})

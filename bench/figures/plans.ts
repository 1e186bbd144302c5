import { openDatabase } from 'signage-service'
import { BenchmarkError } from '../benchmark-error.ts'
import { MENU_ID, USER } from '../data/database.ts'
import { deviceId } from '../data/devices.ts'
import { KEY_OF_MANY } from '../data/growth.ts'
import { recordQueries } from '../plans/lookups.ts'
import { explainQueries } from '../plans/plans.ts'
import type { Figure } from './figure.ts'

const INPUT = { key: KEY_OF_MANY, userId: USER, deviceId: deviceId(1), menuId: MENU_ID }

/**
 * Checks that PostgreSQL uses indexes for all queries of a large database.
 * @throws {BenchmarkError} naming the lookup that reads a whole table
 */
export async function measurePlans(url: string): Promise<Figure> {
  const database = await openDatabase(url, 'read')
  const queries = await recordQueries(database, INPUT)
  await database.close()
  for (const { purpose, scansWithoutIndex, text } of await explainQueries(url, queries)) {
    if (scansWithoutIndex.length > 0)
      throw new BenchmarkError(`The lookup of ${purpose} reads a whole table in PostgreSQL:\n${text}`)
  }
  return {
    section: 'postgres',
    what: 'Query plans of all lookups, with 1,000,000 devices, 10,000 menus and 1,000 keys',
    target: 'no sequential scan',
    measured: 'index scans only, no sequential scan',
  }
}

import { openDatabase } from 'signage-service'
import { createDeviceList } from '../../src/device/list.ts'
import { findDeviceOfUser, findReadableDevice } from '../../src/device/repository.ts'
import { findGrantedMenus, loadTrees } from '../../src/menu/repository.ts'
import { translate } from '../../src/storage/postgres/dialect.ts'
import { MENU_ID, USER } from '../data/database.ts'
import { deviceId } from '../data/devices.ts'
import { KEY_OF_MANY } from '../data/growth.ts'
import { Fault } from '../fault.ts'
import { recordLookUps } from '../plans/look-ups.ts'
import { explainQueries } from '../plans/plans.ts'
import type { Figure } from './figure.ts'

const LOOK_UPS = { createDeviceList, findReadableDevice, findDeviceOfUser, findGrantedMenus, loadTrees }
const SOUGHT = { key: KEY_OF_MANY, userId: USER, deviceId: deviceId(1), menuId: MENU_ID }

/**
 * Makes sure that PostgreSQL answers from indexes, however much there is.
 * @throws {Fault} naming the look-up that reads a whole table
 */
export async function measurePlans(url: string): Promise<Figure> {
  const database = await openDatabase(url, 'read')
  const queries = await recordLookUps(database, LOOK_UPS, SOUGHT)
  await database.close()
  for (const { purpose, wholeScans, text } of await explainQueries(url, translate, queries)) {
    if (wholeScans.length > 0) throw new Fault(`PostgreSQL reads a whole table to find ${purpose}:\n${text}`)
  }
  return {
    section: 'postgres',
    what: 'Plans of all look-ups and of the trees, with 1,000,000 devices, 10,000 menus and 1,000 keys',
    target: 'no sequential scan',
    measured: 'index scans only, no sequential scan',
  }
}

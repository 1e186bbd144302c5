import type { QueryRunner } from '../storage/database.ts'
import type { Addition } from './list-query.ts'
import { UPTIME_PERIODS } from './outages/history.ts'
import { readHistories } from './outages/repository.ts'
import type { DeviceRow } from './repository.ts'
import type { ListedDevice } from './schema.ts'
import { findSitesOfDevices } from './sites/queries.ts'

/** How far back a list shows outages. */
const SHOWN_MS = UPTIME_PERIODS['24h']

/** Reads the additions to a list of devices. @returns a function that returns them by the id of a device */
export async function findAdditions(
  database: QueryRunner,
  names: readonly Addition[],
  devices: readonly DeviceRow[],
  nowMs: number,
): Promise<(id: string) => Pick<ListedDevice, 'site' | 'history'>> {
  const ids = devices.map(({ id }) => id)
  const sites = names.includes('site') ? await findSitesOfDevices(database, ids) : undefined
  const histories = names.includes('outages')
    ? await readHistories(database, devices, nowMs, SHOWN_MS)
    : undefined
  return (id) => {
    const history = histories?.get(id)
    return { ...(sites && { site: sites.get(id) ?? null }), ...(history && { history }) }
  }
}

import { onlineParameters, silentParameters } from '../../device/online.ts'
import { isCatchingUp, readAbsences } from '../../device/outages/repository.ts'
import { readCalendarsOf } from '../../device/sites/calendars.ts'
import type { Interval } from '../../lib/time/intervals.ts'
import type { Database } from '../../storage/database.ts'
import { pagesOf } from '../../storage/read-pages.ts'
import type { OnlineCounts } from './correlate.ts'
import type { SilentDevice } from './incident.ts'
import type { Situation } from './incident-changes.ts'
import {
  countOnline,
  findNotReturned,
  findOpenIncidents,
  findSilent,
  type IncidentRow,
  type NotReturnedRow,
} from './queries/situation.ts'
import { findReturns, toIncidents } from './returns.ts'
import { selectSilent } from './select-silent.ts'
import { findUnstable } from './unstable.ts'

/** Reads the situation, and which devices have returned or become unstable since that was last stored. */
export async function readSituation(database: Database, nowMs: number) {
  const online = onlineParameters(nowMs)
  const rows = await readAll<IncidentRow>((last) => findOpenIncidents(database, last?.id ?? ''))
  const notReturned = await readAll<NotReturnedRow>((last) =>
    findNotReturned(database, ...online, last?.device_id ?? ''),
  )
  const absences = await readAbsences(database, nowMs)
  const silent = await readSilent(database, notReturned, absences, nowMs)
  const returns = findReturns(rows, notReturned, nowMs)
  const incidents = toIncidents(rows, notReturned, returns, nowMs)
  const situation: Situation = {
    nowMs,
    silent,
    incidents,
    isClosed: await readClosedSites(database, notReturned, nowMs),
    isCatchingUp: isCatchingUp(absences, nowMs),
    online: await readOnline(database, silent.length + incidents.length > 0, nowMs),
  }
  return { situation, returns, unstable: await findUnstable(database, rows, notReturned, absences, nowMs) }
}

async function readAll<Row>(readAfter: (last: Row | undefined) => Promise<Row[]>): Promise<Row[]> {
  const rows: Row[] = []
  for await (const page of pagesOf(readAfter)) rows.push(...page)
  return rows
}

/** Reads the silent devices that are in no incident. */
async function readSilent(
  database: Database,
  notReturned: readonly NotReturnedRow[],
  absences: readonly Interval[],
  nowMs: number,
): Promise<SilentDevice[]> {
  const inIncident = new Set(notReturned.map(({ device_id }) => device_id))
  const silentAfter = ({ last_heartbeat_at: at, name, id } = { last_heartbeat_at: '', name: '', id: '' }) =>
    findSilent(database, ...silentParameters(nowMs), at, name, id)
  const silent: SilentDevice[] = []
  for await (const page of pagesOf(silentAfter)) {
    const rows = page.filter(({ id }) => !inIncident.has(id))
    silent.push(...(await selectSilent(database, rows, absences, nowMs)))
  }
  return silent
}

/** @returns a function that tells whether a site of these devices is closed now */
async function readClosedSites(database: Database, notReturned: readonly NotReturnedRow[], nowMs: number) {
  const siteIds = new Set(notReturned.flatMap(({ site_id }) => site_id ?? []))
  const calendars = await readCalendarsOf(database, siteIds, nowMs, nowMs)
  return (siteId: string) => calendars.get(siteId)?.isOpen(nowMs) === false
}

/** Counts online devices, in total and at each site. While all is well, the numbers are not needed. */
async function readOnline(database: Database, isNeeded: boolean, nowMs: number): Promise<OnlineCounts> {
  if (!isNeeded) return { all: 0, ofSite: () => 0 }
  const counts = await countOnline(database, ...onlineParameters(nowMs))
  const onlineOf = new Map(counts.map(({ site_id, online }) => [site_id, online]))
  const all = counts.reduce((sum, { online }) => sum + online, 0)
  return { all, ofSite: (siteId) => onlineOf.get(siteId) ?? 0 }
}

import { onlineParameters, silentParameters } from '../../device/online.ts'
import type { Database } from '../../storage/database.ts'
import { pagesOf } from '../../storage/pages.ts'
import type { OnlineCounts } from './correlate.ts'
import { type SilentDevice, UNSTABLE } from './incident.ts'
import type { Situation } from './incident-changes.ts'
import { findReturns, toIncidents } from './members.ts'
import {
  countOnline,
  findMembers,
  findOpenIncidents,
  findSilent,
  findUnstable,
  type IncidentRow,
  type MemberRow,
} from './queries.ts'
import { createSilenceFilter } from './silence-filter.ts'

/** Reads the situation, and which devices have returned or become unstable since that was last stored. */
export async function readSituation(database: Database, nowMs: number) {
  const limits = onlineParameters(nowMs)
  const rows = await readAll<IncidentRow>((last) => findOpenIncidents(database, last?.id ?? ''))
  const members = await readAll<MemberRow>((last) => findMembers(database, ...limits, last?.device_id ?? ''))
  const known = new Set(members.map(({ device_id }) => device_id))
  const filter = await createSilenceFilter(database, nowMs)
  await filter.loadCalendars(members)
  const silent: SilentDevice[] = []
  const silentAfter = ({ last_heartbeat_at: at, name, id } = { last_heartbeat_at: '', name: '', id: '' }) =>
    findSilent(database, ...silentParameters(nowMs), at, name, id)
  for await (const page of pagesOf(silentAfter))
    silent.push(...(await filter.select(page.filter(({ id }) => !known.has(id)))))
  const returns = findReturns(rows, members, nowMs)
  const incidents = toIncidents(rows, members, returns, nowMs)
  const { isClosed, isCatchingUp } = filter
  const online = await readOnline(database, silent.length + incidents.length > 0, nowMs)
  const situation: Situation = { nowMs, silent, incidents, isClosed, isCatchingUp, online }
  const sinceMs = nowMs - UNSTABLE.withinMs
  const unstable = await findUnstable(database, sinceMs, sinceMs, ...limits)
  return { situation, developments: { returns, unstable } }
}

async function readAll<Row>(readAfter: (last: Row | undefined) => Promise<Row[]>): Promise<Row[]> {
  const rows: Row[] = []
  for await (const page of pagesOf(readAfter)) rows.push(...page)
  return rows
}

/** Counts online devices, in total and at each site. While all is well, the numbers are not needed. */
async function readOnline(database: Database, isNeeded: boolean, nowMs: number): Promise<OnlineCounts> {
  if (!isNeeded) return { all: 0, ofSite: () => 0 }
  const counts = await countOnline(database, ...onlineParameters(nowMs))
  const onlineOf = new Map(counts.map(({ site_id, online }) => [site_id, online]))
  const all = counts.reduce((sum, { online }) => sum + online, 0)
  return { all, ofSite: (siteId) => onlineOf.get(siteId) ?? 0 }
}

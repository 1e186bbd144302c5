import { OUTAGES_KEPT_MS } from '../device/outages/history.ts'
import { findAbsences, type IntervalRow, toInterval } from '../device/outages/repository.ts'
import { noticedAt } from '../device/outages/silence.ts'
import { HEARTBEAT_TIMEOUT_MS } from '../device/presence.ts'
import { groupBy } from '../group-by.ts'
import type { Interval } from '../intervals.ts'
import { closedTimes } from '../site/closed-times.ts'
import { isOpen } from '../site/hours.ts'
import { findSites, type SiteRow, toSite } from '../site/queries.ts'
import type { Site } from '../site/schema.ts'
import type { Database } from '../storage/database.ts'
import type { Online } from './correlate.ts'
import type { Member, OpenIncident, SilentDevice } from './incident.ts'
import type { Situation } from './judge.ts'
import {
  countOnline,
  findMembers,
  findSilent,
  type MemberRow,
  type Return,
  type SilentRow,
} from './queries.ts'
import { findReturn } from './returns.ts'

/** Reads what is known now, and which devices have come back since. */
export async function readSituation(
  database: Database,
  nowMs: number,
): Promise<Situation & { readonly returns: readonly Return[] }> {
  const rows = await readSilent(database, nowMs)
  const [members, absenceRows] = await database.snapshot<[MemberRow[], IntervalRow[]]>([
    findMembers,
    findAbsences(nowMs - OUTAGES_KEPT_MS, nowMs),
  ])
  const absences = absenceRows.map(toInterval)
  const known = new Set(members.flatMap((row) => (row.returned_at === null ? (row.device_id ?? []) : [])))
  const loose = rows.filter(({ id }) => !known.has(id))
  const siteIds = new Set([...loose, ...members].flatMap((row) => row.site_id ?? []))
  const [siteRows] = await database.snapshot<[SiteRow[]]>([findSites(siteIds)])
  const sites = new Map(siteRows.map((row) => [row.id, toSite(row)]))
  const isClosed = (siteId: string) => {
    const site = sites.get(siteId)
    return site !== undefined && !isOpen(site, nowMs)
  }
  const returns = members.flatMap((row) => findReturn(row, nowMs) ?? [])
  const incidents = toIncidents(members, returns)
  const silent = loose
    .filter(({ site_id }) => site_id === null || !isClosed(site_id))
    .flatMap((row) => toSilent(row, absences, sites.get(row.site_id ?? ''), nowMs) ?? [])
  const isCalm = silent.length === 0 && incidents.length === 0
  const online = isCalm ? NONE : await readOnline(database, siteIds, nowMs)
  return { nowMs, silent, incidents, isClosed, online, returns }
}

const NONE: Online = { all: 0, ofSite: () => 0 }

/** All devices with a last heartbeat that is too old, page by page. */
async function readSilent(database: Database, nowMs: number): Promise<SilentRow[]> {
  const limit = new Date(nowMs - HEARTBEAT_TIMEOUT_MS).toISOString()
  const found: SilentRow[] = []
  let page: SilentRow[]
  do {
    ;[page] = await database.snapshot<[SilentRow[]]>([findSilent(limit, found.at(-1))])
    for (const row of page) found.push(row)
  } while (page.length > 0)
  return found
}

function toSilent(
  { id, site_id, last_heartbeat_at }: SilentRow,
  absences: readonly Interval[],
  site: Site | undefined,
  nowMs: number,
): SilentDevice | undefined {
  const startedMs = Date.parse(last_heartbeat_at)
  const silence = { startMs: Math.max(startedMs, nowMs - OUTAGES_KEPT_MS), endMs: nowMs }
  const noticedMs = noticedAt(silence, { absences, closed: site ? closedTimes(site, silence) : [] })
  return noticedMs === undefined ? undefined : { deviceId: id, siteId: site_id, startedMs, noticedMs }
}

function toIncidents(rows: readonly MemberRow[], returns: readonly Return[]): OpenIncident[] {
  const returnOf = new Map(returns.map((found) => [`${found.incidentId} ${found.deviceId}`, found.atMs]))
  return [...groupBy(rows, ({ id }) => id).values()].flatMap((ofIncident) => {
    const [first] = ofIncident
    if (first === undefined) return []
    const { id, kind, subject_id: subjectId, opened_at: openedMs, is_told } = first
    const members = ofIncident.flatMap((row) => toMember(row, returnOf.get(`${id} ${row.device_id}`)) ?? [])
    return [{ id, kind, subjectId, openedMs, isTold: is_told === 1, members }]
  })
}

function toMember(row: MemberRow, returnedMs: number | undefined): Member | undefined {
  const { device_id: deviceId, site_id: siteId, started_at: startedMs, returned_at, opened_at } = row
  if (deviceId === null || startedMs === null) return undefined
  return { deviceId, siteId, startedMs, noticedMs: opened_at, returnedMs: returned_at ?? returnedMs ?? null }
}

async function readOnline(database: Database, siteIds: Iterable<string>, nowMs: number): Promise<Online> {
  const [ofSites, [all]] = await database.snapshot<
    [{ readonly site_id: string; readonly online: number }[], [{ readonly online: number }]]
  >(countOnline(siteIds, nowMs))
  const counts = new Map(ofSites.map(({ site_id, online }) => [site_id, online]))
  return { all: all.online, ofSite: (siteId) => counts.get(siteId) ?? 0 }
}

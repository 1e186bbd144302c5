import { setImmediate } from 'node:timers/promises'
import { HEARTBEAT_TIMEOUT_MS } from '../../device/presence.ts'
import { groupBy } from '../../lib/flow/group-by.ts'
import type { Database, Query } from '../../storage/database.ts'
import type { Online } from './correlate.ts'
import type { IncidentMember, OpenIncident, Return, Returned, SilentDevice } from './incident.ts'
import { findUnstable, type RecentOutages, type Unstable } from './instability.ts'
import type { Situation } from './judge.ts'
import {
  findMembersQuery,
  findOpenQuery,
  type IncidentRow,
  type MemberRow,
} from './queries/open-incidents.ts'
import {
  countOnlineQueries,
  findRecentOutagesQuery,
  findSilentQuery,
  type SilentRow,
} from './queries/silent-devices.ts'
import { hasStayed, heardAgainMs } from './returns.ts'
import { createSilenceReader } from './silence-reader.ts'

/** What has become of incidents since it was stored last. */
interface Developments {
  readonly returns: readonly Return[]
  /** Devices of incidents that count as never connected now. */
  readonly resetIds: readonly string[]
  readonly unstable: readonly Unstable[]
  /** Incidents of which some devices may be missing: a process died before it had stored them. */
  readonly partialIds: readonly string[]
}

/** Reads what is known now, and what has become of incidents since it was stored last. */
export async function readSituation(database: Database, nowMs: number) {
  const limit = new Date(nowMs - HEARTBEAT_TIMEOUT_MS).toISOString()
  const rows = await readAll<IncidentRow>(database, findOpenQuery)
  const members = await readAll<MemberRow>(database, (after) => findMembersQuery(limit, after))
  const known = new Set(members.map(({ device_id }) => device_id))
  const reader = await createSilenceReader(database, nowMs)
  await reader.learnSites(members)
  const silent: SilentDevice[] = []
  for await (const page of pagesOf<SilentRow>(database, (after) => findSilentQuery(limit, after)))
    silent.push(...(await reader.read(page.filter(({ id }) => !known.has(id)))))
  const returns = findReturns(rows, members, nowMs)
  const incidents = toIncidents(rows, members, returns, nowMs)
  const online = await readOnline(database, [...silent, ...leftBehind(incidents)], nowMs)
  const { isClosed, isCatchingUp } = reader
  const situation: Situation = { nowMs, silent, incidents, isClosed, isCatchingUp, online }
  const developments: Developments = {
    returns,
    resetIds: members.filter(isReset).map(({ device_id }) => device_id),
    unstable: await readUnstable(database, rows, incidents, nowMs),
    partialIds: rows.filter(({ is_whole }) => is_whole === 0).map(({ id }) => id),
  }
  return { situation, developments }
}

async function readAll<Row>(
  database: Database,
  queryAfter: (last: Row | undefined) => Query,
): Promise<Row[]> {
  const rows: Row[] = []
  for await (const page of pagesOf(database, queryAfter)) rows.push(...page)
  return rows
}

/** Reads rows page by page. Between them, the service does other things. */
async function* pagesOf<Row>(
  database: Database,
  queryAfter: (last: Row | undefined) => Query,
): AsyncGenerator<Row[]> {
  let last: Row | undefined
  for (;;) {
    const [page] = await database.snapshot<[Row[]]>([queryAfter(last)])
    if (page.length === 0) return
    yield page
    last = page.at(-1)
    await setImmediate()
  }
}

function isReset({ last_heartbeat_at }: MemberRow): boolean {
  return last_heartbeat_at === null
}

function findReturns(rows: readonly IncidentRow[], members: readonly MemberRow[], nowMs: number): Return[] {
  const rowOf = new Map(rows.map((row) => [row.id, row]))
  return members.flatMap((member) => {
    const atMs = heardAgainMs(member, nowMs)
    const row = rowOf.get(member.incident_id)
    if (atMs === undefined || row === undefined || !hasStayed(member, row, nowMs)) return []
    return [{ deviceId: member.device_id, incidentId: row.id, atMs }]
  })
}

function toIncidents(
  rows: readonly IncidentRow[],
  members: readonly MemberRow[],
  returns: readonly Return[],
  nowMs: number,
): OpenIncident[] {
  const back = new Set(returns.map(({ deviceId }) => deviceId))
  const membersOf = groupBy(
    members.filter((member) => !back.has(member.device_id) && !isReset(member)),
    ({ incident_id }) => incident_id,
  )
  const returnsOf = groupBy(returns, ({ incidentId }) => incidentId)
  return rows.map((row) => ({
    id: row.id,
    kind: row.kind,
    subjectId: row.subject_id,
    startedMs: row.started_at,
    openedMs: row.opened_at,
    hasMessage: row.has_message === 1,
    silent: (membersOf.get(row.id) ?? []).map((member) => toMember(member, row.opened_at, nowMs)),
    returned: toReturned(row, returnsOf.get(row.id) ?? []),
  }))
}

function toMember(row: MemberRow, noticedMs: number, nowMs: number): IncidentMember {
  const { device_id: deviceId, site_id: siteId, started_at: startedMs } = row
  return { deviceId, siteId, startedMs, noticedMs, heardAgainMs: heardAgainMs(row, nowMs) }
}

function toReturned(
  { returned, first_returned_at, last_returned_at }: IncidentRow,
  returns: readonly Return[],
): Returned {
  const times = returns.map(({ atMs }) => atMs)
  return {
    count: returned + returns.length,
    firstMs: Math.min(first_returned_at ?? Number.POSITIVE_INFINITY, ...times),
    lastMs: Math.max(last_returned_at ?? Number.NEGATIVE_INFINITY, ...times),
  }
}

async function readUnstable(
  database: Database,
  rows: readonly IncidentRow[],
  incidents: readonly OpenIncident[],
  nowMs: number,
): Promise<Unstable[]> {
  const known = new Set(rows.filter((row) => row.is_unstable === 1).map(({ id }) => id))
  const candidates = incidents.filter(({ id, kind }) => kind === 'device' && !known.has(id))
  if (candidates.length === 0) return []
  const [recent] = await database.snapshot<[RecentOutages[]]>([findRecentOutagesQuery(nowMs)])
  return findUnstable(candidates, recent)
}

/** The devices that may need another incident, because theirs may be over. */
function leftBehind(incidents: readonly OpenIncident[]): SilentDevice[] {
  return incidents.filter(({ returned }) => returned.count > 0).flatMap(({ silent }) => silent)
}

/** Counts what is online where devices are silent: elsewhere, nothing is decided. */
async function readOnline(
  database: Database,
  silent: readonly SilentDevice[],
  nowMs: number,
): Promise<Online> {
  if (silent.length === 0) return { all: 0, ofSite: () => 0 }
  const siteIds = new Set(silent.flatMap(({ siteId }) => siteId ?? []))
  const [ofSites, [all]] = await database.snapshot<
    [{ readonly site_id: string; readonly online: number }[], [{ readonly online: number }]]
  >(countOnlineQueries(siteIds, nowMs))
  const counts = new Map(ofSites.map(({ site_id, online }) => [site_id, online]))
  return { all: all.online, ofSite: (siteId) => counts.get(siteId) ?? 0 }
}

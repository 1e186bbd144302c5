import { setImmediate } from 'node:timers/promises'
import { HEARTBEAT_TIMEOUT_MS } from '../device/presence.ts'
import { groupBy } from '../group-by.ts'
import type { Database, Query } from '../storage/database.ts'
import type { Online } from './correlate.ts'
import type { OpenIncident, Returned, SilentDevice } from './incident.ts'
import type { Situation } from './judge.ts'
import {
  countOnline,
  findMembers,
  findOpen,
  findSilent,
  type IncidentRow,
  type MemberRow,
  type Return,
  type SilentRow,
} from './queries.ts'
import { findReturn } from './returns.ts'
import { createSilenceReader } from './silence-reader.ts'

/** Reads what is known now, and which devices have come back since. */
export async function readSituation(
  database: Database,
  nowMs: number,
): Promise<Situation & { readonly returns: readonly Return[] }> {
  const limit = new Date(nowMs - HEARTBEAT_TIMEOUT_MS).toISOString()
  const rows = await readAll<IncidentRow>(database, findOpen)
  const members = await readAll<MemberRow>(database, (after) => findMembers(limit, after))
  const known = new Set(members.map(({ device_id }) => device_id))
  const reader = await createSilenceReader(database, nowMs)
  await reader.learnSites(members)
  const silent: SilentDevice[] = []
  for await (const page of pagesOf<SilentRow>(database, (after) => findSilent(limit, after)))
    silent.push(...(await reader.read(page.filter(({ id }) => !known.has(id)))))
  const returns = members.flatMap((row) => findReturn(row, nowMs) ?? [])
  const incidents = toIncidents(rows, members, returns)
  const online = await readOnline(database, [...silent, ...changedOf(incidents, returns)], nowMs)
  return { nowMs, silent, incidents, isClosed: reader.isClosed, online, returns }
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

function toIncidents(
  rows: readonly IncidentRow[],
  members: readonly MemberRow[],
  returns: readonly Return[],
): OpenIncident[] {
  const back = new Set(returns.map(({ deviceId }) => deviceId))
  const silentOf = groupBy(
    members.filter(({ device_id }) => !back.has(device_id)),
    ({ incident_id }) => incident_id,
  )
  const returnsOf = groupBy(returns, ({ incidentId }) => incidentId)
  return rows.map((row) => ({
    id: row.id,
    kind: row.kind,
    subjectId: row.subject_id,
    startedMs: row.started_at,
    openedMs: row.opened_at,
    isTold: row.is_told === 1,
    silent: (silentOf.get(row.id) ?? []).map((member) => toSilent(member, row.opened_at)),
    returned: toReturned(row, returnsOf.get(row.id) ?? []),
  }))
}

function toSilent({ device_id, site_id, started_at }: MemberRow, noticedMs: number): SilentDevice {
  return { deviceId: device_id, siteId: site_id, startedMs: started_at, noticedMs }
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

/** The devices that may need another incident, because theirs may be over. */
function changedOf(incidents: readonly OpenIncident[], returns: readonly Return[]): SilentDevice[] {
  const changed = new Set(returns.map(({ incidentId }) => incidentId))
  return incidents
    .filter(({ id, kind, returned }) => changed.has(id) || (kind === 'feed' && returned.count > 0))
    .flatMap(({ silent }) => silent)
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
  >(countOnline(siteIds, nowMs))
  const counts = new Map(ofSites.map(({ site_id, online }) => [site_id, online]))
  return { all: all.online, ofSite: (siteId) => counts.get(siteId) ?? 0 }
}

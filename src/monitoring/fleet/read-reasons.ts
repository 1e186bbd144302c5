import { type IntervalRow, toInterval } from '../../device/outages/repository.ts'
import { HEARTBEAT_TIMEOUT_MS } from '../../device/presence.ts'
import { groupBy } from '../../lib/flow/group-by.ts'
import { DAY_MS } from '../../lib/time/durations.ts'
import { merged } from '../../lib/time/intervals.ts'
import type { Placed } from './find-page.ts'
import type { Overview } from './overview.ts'
import {
  absencesQuery,
  countSilent,
  type OutageRow,
  outagesQuery,
  type SilenceRow,
  silencesQuery,
} from './queries/silences.ts'
import { catchingUpNotice, feedNotice, silenceReason } from './reasons.ts'

/** Long enough for five days at any place. */
const REMEMBERED_MS = 7 * DAY_MS

/** Reads why devices are offline. @returns one sentence for the device with an id; null if nothing is known */
export async function readReasons(
  overview: Overview,
  placed: readonly Placed[],
): Promise<(id: string) => string | null> {
  const { reader, nowMs } = overview
  const offline = new Map(placed.filter(({ state }) => state === 'offline').map((each) => [each.id, each]))
  const silences = await reader.snapshot.all<SilenceRow>(silencesQuery(offline.keys()))
  const outages = groupBy(
    await reader.snapshot.all<OutageRow>(outagesQuery(offline.keys(), nowMs - REMEMBERED_MS)),
    ({ device_id }) => device_id,
  )
  const ofSites = silences.filter(({ kind }) => kind === 'site')
  const silent = await countSilent(
    reader,
    ofSites.map(({ incident_id }) => incident_id),
  )
  for (const feed of overview.feeds) silent.set(feed.id, feed.silent)
  const { all, never } = overview.counts
  const reasons = silences.map(({ device_id: id, incident_id, kind, started_at }): [string, string] => {
    const { siteId = null, lastHeartbeatAt = null } = offline.get(id) ?? {}
    const facts = {
      incident: { kind, startedAtMs: started_at, silent: silent.get(incident_id) ?? 1 },
      silentSinceMs: Date.parse(lastHeartbeatAt ?? ''),
      earlierOutagesMs: (outages.get(id) ?? []).map((outage) => outage.started_at),
      site: siteOf(overview, siteId),
      connected: all - never,
    }
    return [id, silenceReason(facts, nowMs)]
  })
  const reasonOf = new Map(reasons)
  return (id) => reasonOf.get(id) ?? null
}

function siteOf({ sites, countsAt }: Overview, id: string | null) {
  const site = id === null ? undefined : sites.get(id)
  const counts = countsAt.get(id)
  return site && counts
    ? { name: site.name, timezone: site.timezone, devices: counts.all, online: counts.online }
    : null
}

/** Reads what concerns the fleet as a whole, in sentences. */
export async function readNotices({ reader, counts, feeds, nowMs }: Overview): Promise<string[]> {
  const { all, never, online } = counts
  // Devices may not have reported since one that ended just now.
  const recent = await reader.snapshot.all<IntervalRow>(absencesQuery(nowMs - HEARTBEAT_TIMEOUT_MS))
  const absences = merged(recent.map(toInterval))
  return [
    ...feeds
      .filter(({ silent }) => silent > 0)
      .map(({ started_at, silent }) =>
        feedNotice({ startedAtMs: started_at, silent }, { connected: all - never, online }, nowMs),
      ),
    ...absences.map(({ startMs, endMs }) => catchingUpNotice(startMs, endMs, nowMs)),
  ]
}

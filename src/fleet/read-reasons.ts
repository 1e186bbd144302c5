import { HEARTBEAT_TIMEOUT_MS } from '../device/online.ts'
import { endedAbsencesQuery, type IntervalRow, toInterval } from '../device/outages/repository.ts'
import { timeInWords } from '../lib/time/in-words.ts'
import { merged } from '../lib/time/intervals.ts'
import type { DeviceSortKey } from './order.ts'
import type { Overview } from './overview.ts'
import { countDevicesOfIncidents, type SilenceRow, silencesQuery } from './queries/incidents.ts'
import { findTimezone } from './queries/timezone.ts'
import { catchingUpNotice, feedNotice, type SilenceFacts, silenceReason } from './reasons.ts'

/** Reads why devices are offline. @returns a function that returns the sentence about a device; null if nothing is known */
export async function readReasons(
  overview: Overview,
  sortKeys: readonly DeviceSortKey[],
): Promise<(id: string) => string | null> {
  const { access, nowMs } = overview
  const offline = new Map(
    sortKeys.filter(({ state }) => state === 'offline').map((sortKey) => [sortKey.id, sortKey]),
  )
  const silences = await access.snapshot.all<SilenceRow>(silencesQuery(offline.keys()))
  const ofSites = silences.flatMap(({ kind, incident_id }) => (kind === 'site' ? incident_id : []))
  const incidents = [...overview.feedIncidents, ...(await countDevicesOfIncidents(access, ofSites, nowMs))]
  const silentCountOf = new Map(incidents.map(({ id, silent_count }) => [id, silent_count]))
  const { all, never } = overview.counts
  const reasons = silences.map(({ device_id: id, incident_id, kind, started_at }): [string, string] => {
    const facts = {
      kind,
      startedAtMs: started_at,
      silentCount: silentCountOf.get(incident_id) ?? 1,
      site: siteWithCounts(overview, offline.get(id)?.site?.id),
      everConnectedCount: all - never,
    }
    return [id, silenceReason(facts, nowMs)]
  })
  const reasonById = new Map(reasons)
  return (id) => reasonById.get(id) ?? null
}

function siteWithCounts({ sites, countsBySite }: Overview, id = ''): SilenceFacts['site'] {
  const [site, counts] = [sites.get(id), countsBySite.get(id)]
  if (!site || !counts) return null
  return { ...site, silent: counts.offline + counts.asleep, online: counts.online }
}

/** Reads sentences about the fleet as a whole. */
export async function readNotices({ access, counts, feedIncidents, nowMs }: Overview): Promise<string[]> {
  const { all, never, online } = counts
  // If the service has just come back, devices may not have sent a heartbeat yet.
  const recent = await access.snapshot.all<IntervalRow>(endedAbsencesQuery(nowMs - HEARTBEAT_TIMEOUT_MS))
  const absences = merged(recent.map(toInterval))
  if (feedIncidents.length + absences.length === 0) return []
  const timezone = await findTimezone(access)
  const inWords = (atMs: number) => timeInWords(atMs, timezone, nowMs)
  return [
    ...feedIncidents.map((feed) => feedNotice(feed, { everConnectedCount: all - never, online }, inWords)),
    ...absences.map((absence) => catchingUpNotice(absence, inWords)),
  ]
}

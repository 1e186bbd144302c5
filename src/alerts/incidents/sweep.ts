import { randomBytes } from 'node:crypto'
import type { Clock } from '../../lib/time/clock.ts'
import { MINUTE_MS, SECOND_MS } from '../../lib/time/durations.ts'
import { deleteRows } from '../../storage/chunks.ts'
import type { Database, Statement } from '../../storage/database.ts'
import type { Job } from '../../storage/jobs/job.ts'
import { findIncidentChanges } from './incident-changes.ts'
import { endIncident, noteReturns, noteUnstableQuery, putIncidentQuery, putMembers } from './queries.ts'
import { readSituation } from './situation.ts'

/**
 * A job that finds silent devices, and stores the changes of incidents. It reads again once it holds the lease, because another
 * process may have stored them.
 */
export function incidentSweep(database: Database, clock: Clock): Job {
  return {
    name: 'incidents',
    intervalMs: 5 * SECOND_MS,
    // Long enough to read the devices of a large fleet.
    leaseMs: 30 * SECOND_MS,
    // A sweep of a hundred thousand silent devices takes a few seconds. A sweep that hangs is ended, so that another can begin.
    timeLimitMs: 2 * MINUTE_MS,
    isDue: async () => !isEmpty(await look(database, clock())),
    async run(write) {
      const found = await look(database, clock())
      await write(() => store(found))
    },
  }
}

type Found = Awaited<ReturnType<typeof look>>

async function look(database: Database, nowMs: number) {
  const { situation, developments } = await readSituation(database, nowMs)
  return { ...developments, ...findIncidentChanges(situation) }
}

function isEmpty(found: Found): boolean {
  return Object.values(found).every(({ length }) => length === 0)
}

/** SQL that stores all changes in one transaction, so that no reader sees an incident without some of its devices. */
function* store(found: Found): Generator<Statement> {
  yield* noteDepartures(found)
  const incidents = found.opened.map((incident) => ({ id: createId(), incident }))
  for (const { id, incident } of incidents) yield putIncidentQuery(id, incident)
  const added = incidents.flatMap(({ id: incidentId, incident: { devices } }) =>
    devices.map((device) => ({ incidentId, device })),
  )
  yield* putMembers([...found.joined, ...added])
}

/** A device leaves its incident before it is added to another one. */
function* noteDepartures({ returns, unstable, dropped, ended }: Found): Generator<Statement> {
  yield* noteReturns(returns)
  for (const { incident_id, started_at } of unstable) yield noteUnstableQuery(started_at, incident_id)
  for (const { incident, endedMs } of ended) yield* endIncident(incident.id, endedMs)
  yield* deleteRows(
    'incidents',
    dropped.map(({ id }) => id),
  )
}

function createId(): string {
  return `inc_${randomBytes(16).toString('base64url')}`
}

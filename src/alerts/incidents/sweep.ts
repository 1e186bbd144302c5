import { randomId } from '../../lib/random-id.ts'
import type { Clock } from '../../lib/time/clock.ts'
import { MINUTE_MS, SECOND_MS } from '../../lib/time/durations.ts'
import type { Database, Statement } from '../../storage/database.ts'
import type { Job } from '../../storage/jobs/job.ts'
import { deleteRows } from '../../storage/statements.ts'
import { findIncidentChanges } from './incident-changes.ts'
import {
  endIncident,
  noteReturns,
  noteUnstableStatement,
  putIncidentStatement,
  putMembers,
} from './queries.ts'
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
    isDue: async () => Object.values(await readChanges(database, clock())).some(({ length }) => length > 0),
    async run(write) {
      const changes = await readChanges(database, clock())
      await write(() => store(changes))
    },
  }
}

type Changes = Awaited<ReturnType<typeof readChanges>>

async function readChanges(database: Database, nowMs: number) {
  const { situation, developments } = await readSituation(database, nowMs)
  return { ...developments, ...findIncidentChanges(situation) }
}

/** SQL that stores all changes in one transaction, so that no reader sees an incident without some of its devices. */
function* store({ returns, unstable, ended, dropped, joined, opened }: Changes): Generator<Statement> {
  // A device leaves its incident before it is added to another one.
  yield* noteReturns(returns)
  for (const { incident_id, started_at } of unstable) yield noteUnstableStatement(started_at, incident_id)
  for (const { id, endedMs } of ended) yield* endIncident(id, endedMs)
  yield* deleteRows('incidents', dropped)
  const incidents = opened.map((incident) => ({ id: randomId('inc'), incident }))
  for (const { id, incident } of incidents) yield putIncidentStatement(id, incident)
  const added = incidents.flatMap(({ id: incidentId, incident: { devices } }) =>
    devices.map((device) => ({ incidentId, device })),
  )
  yield* putMembers([...joined, ...added])
}

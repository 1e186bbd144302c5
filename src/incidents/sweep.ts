import { randomBytes } from 'node:crypto'
import type { Clock } from '../clock.ts'
import type { Job } from '../jobs/jobs.ts'
import type { Database, Statement } from '../storage/database.ts'
import { judge, type Verdict } from './judge.ts'
import {
  deleteIncidents,
  endIncident,
  noteReturns,
  putIncidents,
  putMembers,
  type Return,
} from './queries.ts'
import { readSituation } from './situation.ts'

const INTERVAL_MS = 5_000
/** Long enough to read the devices of a large fleet. */
const LEASE_MS = 30_000

/** Finds out which devices are silent, and why. It reads again once it holds the lease: another process may have been faster. */
export function incidentSweep(database: Database, clock: Clock): Job {
  return {
    name: 'incidents',
    intervalMs: INTERVAL_MS,
    leaseMs: LEASE_MS,
    isDue: async () => !isEmpty(await look(database, clock())),
    async run(write) {
      await write(function* () {})
      const nowMs = clock()
      const found = await look(database, nowMs)
      await write(() => store(found, nowMs))
    },
  }
}

interface Found extends Verdict {
  readonly returns: readonly Return[]
}

async function look(database: Database, nowMs: number): Promise<Found> {
  const { returns, ...situation } = await readSituation(database, nowMs)
  return { returns, ...judge(situation) }
}

function isEmpty({ returns, dropped, ended, joined, opened }: Found): boolean {
  return [returns, dropped, ended, joined, opened].every(({ length }) => length === 0)
}

/** A device leaves its incident before it is added to another one. */
function* store({ returns, dropped, ended, joined, opened }: Found, nowMs: number): Generator<Statement> {
  yield* noteReturns(returns)
  for (const { incident, endedMs } of ended) yield* endIncident(incident.id, endedMs)
  yield* deleteIncidents(dropped.map(({ id }) => id))
  yield* putMembers(joined)
  yield* putIncidents(
    opened.map((incident) => ({ ...incident, id: createId() })),
    nowMs,
  )
}

function createId(): string {
  return `inc_${randomBytes(16).toString('base64url')}`
}

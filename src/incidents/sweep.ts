import { randomBytes } from 'node:crypto'
import type { Clock } from '../clock.ts'
import type { Job } from '../jobs/jobs.ts'
import { chunks } from '../storage/chunks.ts'
import type { Database, Statement } from '../storage/database.ts'
import { judge, type Verdict } from './judge.ts'
import {
  deleteIncidents,
  endIncident,
  type NewMember,
  noteReturns,
  putIncident,
  putMembers,
  type Return,
} from './queries.ts'
import { readSituation } from './situation.ts'

const INTERVAL_MS = 5_000
/** A hundred thousand silent devices take a second to read. */
const MAX_SHARE = 0.05
/** Long enough to read the devices of a large fleet. */
const LEASE_MS = 30_000
/** Many times what the largest fleet needs. */
const TIME_LIMIT_MS = 300_000

/** Finds out which devices are silent, and why. It reads again once it holds the lease: another process may have been faster. */
export function incidentSweep(database: Database, clock: Clock, onStored?: (verdict: Verdict) => void): Job {
  return {
    name: 'incidents',
    intervalMs: INTERVAL_MS,
    leaseMs: LEASE_MS,
    timeLimitMs: TIME_LIMIT_MS,
    maxShare: MAX_SHARE,
    isDue: async () => !isEmpty(await look(database, clock())),
    async run(write) {
      await write(function* () {})
      const nowMs = clock()
      const found = await look(database, nowMs)
      const { members, store } = plan(found, nowMs)
      const [first, ...others] = chunks(members)
      await write(() => store(first ?? []))
      // A fleet may have fallen silent. If the process dies, these are part of the incident a little later.
      for (const chunk of others) await write(() => putMembers(chunk))
      onStored?.(found)
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

function plan({ returns, dropped, ended, joined, opened }: Found, nowMs: number) {
  const incidents = opened.map((incident) => ({ id: createId(), incident }))
  const added = incidents.flatMap(({ id: incidentId, incident: { devices } }) =>
    devices.map((device) => ({ incidentId, device })),
  )
  return {
    members: [...joined, ...added],
    /** A device leaves its incident before it is added to another one. */
    *store(members: readonly NewMember[]): Generator<Statement> {
      yield* noteReturns(returns)
      for (const { incident, endedMs } of ended) yield* endIncident(incident.id, endedMs)
      yield* deleteIncidents(dropped.map(({ id }) => id))
      for (const { id, incident } of incidents) yield putIncident(id, incident, nowMs)
      yield* putMembers(members)
    },
  }
}

function createId(): string {
  return `inc_${randomBytes(16).toString('base64url')}`
}

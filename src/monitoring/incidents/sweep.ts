import { randomBytes } from 'node:crypto'
import type { Clock } from '../../lib/time/clock.ts'
import { chunks, deleteRows } from '../../storage/chunks.ts'
import type { Database, Statement } from '../../storage/database.ts'
import type { Job } from '../../storage/jobs/job.ts'
import type { NewMember } from './incident.ts'
import { judge, type Verdict } from './judge.ts'
import {
  endIncident,
  noteReturns,
  noteUnstableQuery,
  putIncidentQuery,
  putMembers,
  removeMembers,
  setWhole,
} from './queries/changes.ts'
import { readSituation } from './situation.ts'

const INTERVAL_MS = 5_000
/** Long enough to read the devices of a large fleet. */
const LEASE_MS = 30_000
/** Many times the few seconds in which a hundred thousand devices fall silent. Who waits for ever is to begin anew soon. */
const TIME_LIMIT_MS = 120_000

/** Finds out which devices are silent, and why. It reads again once it holds the lease: another process may have been faster. */
export function incidentSweep(database: Database, clock: Clock, onStored?: (verdict: Verdict) => void): Job {
  return {
    name: 'incidents',
    intervalMs: INTERVAL_MS,
    leaseMs: LEASE_MS,
    timeLimitMs: TIME_LIMIT_MS,
    isDue: async () => !isEmpty(await look(database, clock())),
    async run(write) {
      await write(function* () {})
      const found = await look(database, clock())
      for (const createStatements of plan(found)) await write(createStatements)
      onStored?.(found)
    },
  }
}

type Found = Awaited<ReturnType<typeof look>>

async function look(database: Database, nowMs: number) {
  const { situation, developments } = await readSituation(database, nowMs)
  return { ...developments, ...judge(situation) }
}

function isEmpty(found: Found): boolean {
  return Object.values(found).every(({ length }) => length === 0)
}

/**
 * What is to be written, as transactions. A whole fleet may have fallen silent: its devices are written some at a time, and only
 * the last transaction makes their incident whole. If the process dies before, the next one adds the others.
 */
function plan(found: Found): (() => Generator<Statement>)[] {
  const incidents = found.opened.map((incident) => ({ id: createId(), incident }))
  const added = incidents.flatMap(({ id: incidentId, incident: { devices } }) =>
    devices.map((device) => ({ incidentId, device })),
  )
  const members = [...found.joined, ...added]
  const [first = [], ...others] = chunks(members)
  const isWhole = others.length === 0
  const unfinished = new Set([
    ...found.partialIds,
    ...(isWhole ? [] : members.map(({ incidentId }) => incidentId)),
  ])

  function* begin(): Generator<Statement> {
    yield* noteDepartures(found)
    for (const { id, incident } of incidents) yield putIncidentQuery(id, incident, isWhole)
    yield* setWhole(unfinished, false)
    yield* putMembers(first)
  }
  const adding = others.map((members: readonly NewMember[]) => () => putMembers(members))
  return unfinished.size === 0 ? [begin] : [begin, ...adding, () => setWhole(unfinished, true)]
}

/** A device leaves its incident before it is added to another one. */
function* noteDepartures({
  returns,
  resetIds,
  unstable,
  dropped,
  ended,
  backAtEnd,
}: Found): Generator<Statement> {
  yield* noteReturns([...returns, ...backAtEnd])
  yield* removeMembers(resetIds)
  for (const { incidentId, startedMs } of unstable) yield noteUnstableQuery(startedMs, incidentId)
  for (const { incident, endedMs } of ended) yield* endIncident(incident.id, endedMs)
  yield* deleteRows(
    'incidents',
    dropped.map(({ id }) => id),
  )
}

function createId(): string {
  return `inc_${randomBytes(16).toString('base64url')}`
}

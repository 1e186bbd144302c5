import { inject, onTestFinished } from 'vitest'
import { deliveryJob, incidentJob, planningJob } from '../../src/alerts/alert-jobs.ts'
import type { AlertRoute } from '../../src/alerts/alert-route.ts'
import { incidentRetention } from '../../src/alerts/incidents/queries/retention.ts'
import { addAlertRouteStatement } from '../../src/alerts/queries.ts'
import { hashKey, keyIdOfHash } from '../../src/auth/credential.ts'
import { createHeartbeatReporter } from '../../src/device/heartbeats/record.ts'
import { createServicePresence } from '../../src/device/outages/service-presence.ts'
import { importDocument } from '../../src/documents/import.ts'
import { StorageLockedError, StorageUnavailableError } from '../../src/storage/database.ts'
import type { Job, LeasedWrite } from '../../src/storage/jobs/job.ts'
import { retentionJob } from '../../src/storage/jobs/retention.ts'
import { openDatabase } from '../../src/storage/open.ts'
import type { WriteQueue } from '../../src/storage/write-queue.ts'
import { MINUTE_MS, WEBHOOK_ALLOW } from './alerts.ts'
import { newDatabaseToOpen } from './database.ts'
import { KEY } from './documents.ts'
import { intervalOf, type Span, stepsOf, timeOf } from './month-steps.ts'

/* A month in the life of a service, played in seconds: its jobs run on a database, with a clock that is set. */

const HOUR_MS = 60 * MINUTE_MS

/** Devices that send no heartbeat between two minutes: their last one is in the first, and their next one in the second. */
export interface Silence {
  readonly ids: readonly string[]
  readonly last: string
  readonly first: string
}

/** What befalls the service: its process ends and another one begins, or is paused, or cannot write, or its clock is wrong. */
export interface Trouble {
  readonly kind: 'ended' | 'paused' | 'locked' | 'an hour ahead'
  readonly from: string
  readonly to: string
}

/** What somebody does at a time. */
export interface Deed {
  readonly at: string
  readonly does: (database: MonthDatabase, nowMs: number) => Promise<unknown>
}
type MonthDatabase = Awaited<ReturnType<typeof openDatabase>>

export interface Month {
  readonly from: string
  readonly to: string
  /** What is imported first. It has the key that may send the heartbeats. */
  readonly document: object
  readonly routes: readonly AlertRoute[]
  /** The second of each minute in which a device sends its heartbeat, by its id. */
  readonly secondOf: ReadonlyMap<string, number>
  readonly silences: readonly Silence[]
  readonly troubles: readonly Trouble[]
  readonly deeds: readonly Deed[]
  /** Times that are played in short steps, besides those around all of the above. */
  readonly closely: readonly Span[]
  /** When heartbeats come only every four minutes. */
  readonly slowly: Span
}

type Play = Awaited<ReturnType<typeof openPlay>>

/** Plays a month. @param onTime called with the true time of each step, before what happens in it */
export async function playMonth(month: Month, onTime: (timeMs: number) => void): Promise<void> {
  const play = await openPlay(month)
  let beforeMs = timeOf(month.from)
  for (const nowMs of stepsOf(month)) {
    onTime(nowMs)
    await step(play, month, { beforeMs, nowMs })
    beforeMs = nowMs
  }
}

interface Moment {
  readonly beforeMs: number
  readonly nowMs: number
}

async function step(play: Play, month: Month, { beforeMs, nowMs }: Moment): Promise<void> {
  const kind = troubleAt(month, nowMs)
  const previous = troubleAt(month, beforeMs)
  for (let atMs = beforeMs + MINUTE_MS; atMs < nowMs && kind === undefined; atMs += MINUTE_MS) {
    play.setTime(atMs, kind)
    await play.beat()
  }
  play.setTime(nowMs, kind)
  for (const { at, does } of month.deeds)
    if (timeOf(at) > beforeMs && timeOf(at) <= nowMs) await does(play.database, nowMs)
  if (kind === 'ended' || kind === 'paused') return
  if (previous === 'ended') play.startProcess()
  // A process that was stopped goes on wherever it was.
  if (previous === 'paused') await play.runJobs()
  await play.beat()
  await play.report(heardIn(month, { beforeMs, nowMs }))
  await play.runJobs()
}

function troubleAt({ troubles }: Month, atMs: number): Trouble['kind'] | undefined {
  return troubles.find(({ from, to }) => timeOf(from) <= atMs && atMs < timeOf(to))?.kind
}

/** The devices that send a heartbeat after a time, until another. */
function heardIn(month: Month, { beforeMs, nowMs }: Moment): string[] {
  const slowly = intervalOf(month.slowly)
  const intervalMs = nowMs > slowly.startMs && nowMs < slowly.endMs ? 4 * MINUTE_MS : MINUTE_MS
  return [...month.secondOf].flatMap(([id, second]) => {
    const offsetMs = second * 1000
    const minuteMs = Math.floor((nowMs - offsetMs) / intervalMs) * intervalMs
    const isSilent = month.silences.some(
      ({ ids, last, first }) => ids.includes(id) && timeOf(last) < minuteMs && minuteMs < timeOf(first),
    )
    return minuteMs + offsetMs > beforeMs && !isSilent ? [id] : []
  })
}

/** The service, without its timers. */
async function openPlay({ from, document, routes }: Month) {
  const url = inject('engine') === 'postgres' ? await newDatabaseToOpen() : 'sqlite::memory:'
  const database = await openDatabase(url, 'create')
  onTestFinished(() => database.close())
  let [trueMs, aheadMs, isLocked] = [timeOf(from), 0, false]
  const clock = () => trueMs + aheadMs
  await importDocument(database, document, { clock })
  await database.batch(routes.map(addAlertRouteStatement))

  const write: LeasedWrite = async (createStatements) => {
    if (isLocked) throw new StorageLockedError('The database is locked.')
    // What is written at once is a part of it.
    await Promise.resolve()
    let finish: ((result: never) => void) | undefined
    const finished = new Promise<never>((resolve) => (finish = resolve))
    await database.batch(
      (function* () {
        finish?.((yield* createStatements()) as never)
      })(),
    )
    return finished
  }
  const queue: WriteQueue = { write: (createStatements) => write(createStatements) }
  const options = { database, clock, publicUrl: '', webhookAllow: WEBHOOK_ALLOW, onAlertRouteChange() {} }
  const jobs = [
    incidentJob(database, clock),
    retentionJob(database, clock, incidentRetention),
    planningJob(database, clock),
    deliveryJob(options),
  ]
  const id = keyIdOfHash(hashKey(KEY))

  function createProcess() {
    const presence = createServicePresence(queue, clock)
    return { presence, report: createHeartbeatReporter(presence, clock) }
  }
  let process = createProcess()

  return {
    database,
    setTime(nowMs: number, trouble: Trouble['kind'] | undefined) {
      trueMs = nowMs
      aheadMs = trouble === 'an hour ahead' ? HOUR_MS : 0
      isLocked = trouble === 'locked'
    },
    startProcess() {
      process = createProcess()
    },
    beat: () => process.presence.writeAfterPresence(function* () {}).catch(unlessUnavailable),
    report: (ids: readonly string[]) =>
      Promise.all(ids.map((deviceId) => process.report(id, deviceId))).catch(unlessUnavailable),
    async runJobs() {
      const isFullHour = trueMs % HOUR_MS === 0
      for (const job of jobs)
        if (isFullHour || !job.name.endsWith('retention')) await runJob(job, write).catch(unlessUnavailable)
    },
  }
}

async function runJob(job: Job, write: LeasedWrite): Promise<void> {
  while (await job.isDue()) await job.run(write, new AbortController().signal)
}

function unlessUnavailable(error: unknown): void {
  if (!(error instanceof StorageUnavailableError)) throw error
}

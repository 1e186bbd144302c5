import fc from 'fast-check'
import { expect, onTestFinished, test } from 'vitest'
import { selectSilent } from '../../src/alerts/incidents/select-silent.ts'
import { storeHeartbeats } from '../../src/device/heartbeats/record.ts'
import { HEARTBEAT_TIMEOUT_MS } from '../../src/device/online.ts'
import { readAbsences, readHistories } from '../../src/device/outages/repository.ts'
import { createServicePresence, MAX_PRESENCE_GAP_MS } from '../../src/device/outages/service-presence.ts'
import { findNoticedAtMs } from '../../src/device/outages/silence.ts'
import { importDocument } from '../../src/documents/import.ts'
import { DAY_MS, MINUTE_MS } from '../../src/lib/time/durations.ts'
import { gapsIn, type Interval, merged } from '../../src/lib/time/intervals.ts'
import { readMigrations } from '../../src/storage/migrations.ts'
import { openDatabase } from '../../src/storage/open.ts'
import type { WriteQueue } from '../../src/storage/write-queue.ts'
import { newDatabaseToOpen } from '../support/database.ts'
import { device } from '../support/documents.ts'
import { NOW } from '../support/service.ts'

/* Random stories, and beside them a model that looks at each ten seconds of them. */

const CELL_MS = 10_000
const IDS = ['lobby', 'bar', 'window']

interface Event {
  /** A service is there, it is not, or it is paused; somebody sets the clock; a command brings heartbeats. */
  readonly kind: 'run' | 'kill' | 'pause' | 'clock' | 'command'
  readonly cells: number
  /** The devices that take part. */
  readonly ids: readonly string[]
}

const event: fc.Arbitrary<Event> = fc.oneof(
  { weight: 6, arbitrary: eventOf('run', 1, 45) },
  { weight: 3, arbitrary: eventOf('kill', 2, 70) },
  { weight: 2, arbitrary: eventOf('pause', 2, 70) },
  { weight: 2, arbitrary: eventOf('clock', 6, 400) },
  { weight: 2, arbitrary: eventOf('clock', -400, -6) },
  { weight: 1, arbitrary: eventOf('kill', 8000, 9500) },
  { weight: 1, arbitrary: eventOf('command', 0, 0) },
)
function eventOf(kind: Event['kind'], min: number, max: number): fc.Arbitrary<Event> {
  return fc.record({
    kind: fc.constant(kind),
    cells: fc.integer({ min, max }),
    ids: fc.subarray(IDS),
  })
}

/** When the longest part without an absence was longer than five minutes. */
function modelNoticedMs(silence: Interval, absences: readonly Interval[]): number | undefined {
  let knownMs = 0
  for (let cellMs = silence.startMs; cellMs < silence.endMs; cellMs += CELL_MS) {
    const isUnknown = absences.some(({ startMs, endMs }) => startMs <= cellMs && cellMs < endMs)
    knownMs = isUnknown ? 0 : knownMs + CELL_MS
    if (knownMs > 5 * MINUTE_MS) return cellMs
  }
  return undefined
}

async function open() {
  const database = await openDatabase(await newDatabaseToOpen(), 'create')
  onTestFinished(() => database.close())
  await importDocument(database, { devices: IDS.map((id) => device(id, { access: [] })) })
  return database
}

/** A service, devices, and a clock, with what the model expects of them. */
async function tell(database: Awaited<ReturnType<typeof open>>) {
  await database.batch([
    { sql: 'DELETE FROM outages' },
    { sql: 'DELETE FROM service_absences' },
    { sql: 'DELETE FROM service_presence' },
    { sql: 'UPDATE devices SET last_heartbeat_at = NULL' },
  ])
  let nowMs = NOW
  let lastBeatMs: number | undefined
  const queue: WriteQueue = {
    async write(createStatements) {
      let result: unknown
      await database.batch(
        (function* () {
          result = yield* createStatements()
        })(),
      )
      return result as never
    },
  }
  let presence = createServicePresence(queue, () => nowMs)
  let isStarting = true
  const absences: Interval[] = []
  const lastOf = new Map<string, number>()
  const outages = new Map<string, number>()

  const lasting = (longestMs: number, noticedAfterMs = MINUTE_MS): Interval[] =>
    lastBeatMs === undefined || nowMs - lastBeatMs <= noticedAfterMs
      ? []
      : [{ startMs: lastBeatMs, endMs: Math.min(nowMs, lastBeatMs + longestMs) }]

  async function beat(): Promise<void> {
    await presence.writeAfterPresence(function* () {})
    if (lastBeatMs !== undefined && lastBeatMs - nowMs > MINUTE_MS) {
      const past = absences.filter(({ startMs }) => startMs < nowMs)
      const ended = past.map(({ startMs, endMs }) => ({ startMs, endMs: Math.min(endMs, nowMs) }))
      absences.splice(0, absences.length, ...ended)
    }
    absences.push(...lasting(Number.POSITIVE_INFINITY, isStarting ? 2 * CELL_MS : MINUTE_MS))
    isStarting = false
    lastBeatMs = nowMs
  }

  async function hear(ids: readonly string[]): Promise<void> {
    const at = new Date(nowMs).toISOString()
    await storeHeartbeats(
      database,
      ids.map((deviceId) => ({ deviceId, at })),
      nowMs,
    )
    for (const id of ids) {
      const startMs = lastOf.get(id) ?? nowMs
      const key = `${id} ${startMs}`
      const isOutage = modelNoticedMs({ startMs, endMs: nowMs }, [...absences, ...lasting(DAY_MS)])
      if (isOutage && !outages.has(key)) outages.set(key, nowMs)
      lastOf.set(id, nowMs)
    }
  }

  /** Devices send a heartbeat each minute, each two, and each four. */
  async function run(steps: number, ids: readonly string[]): Promise<void> {
    for (let step = 0; step < steps; step++) {
      await beat()
      const due = ids.filter((id) => step % ([3, 6, 12][IDS.indexOf(id)] ?? 3) === 0)
      if (due.length > 0) await hear(due)
      nowMs += 2 * CELL_MS
    }
    await beat()
  }

  async function happen({ kind, cells, ids }: Event): Promise<void> {
    if (kind === 'run') return run(cells, ids)
    if (kind === 'command') return hear(ids)
    if (kind === 'kill') {
      presence = createServicePresence(queue, () => nowMs)
      isStarting = true
    }
    nowMs += cells * CELL_MS
    if (kind === 'clock') await beat()
  }

  return {
    happen,
    expected: () => ({ nowMs, absences, lasting, lastOf, outages }),
  }
}

/** Two absences that begin at the same time. */
const TWO_FROM_ONE_TIME = [60, -60, 120, 36].map((cells) => ({ kind: 'clock' as const, cells, ids: [] }))
/** The heartbeat that is due is lost, and the next one comes. */
const SHORT_ABSENCE = [
  { kind: 'run' as const, cells: 10, ids: [] },
  { kind: 'kill' as const, cells: 4, ids: [] },
  { kind: 'run' as const, cells: 10, ids: [] },
]

test('code and database notice the silence that a naive model notices, whatever happens to the service', async () => {
  const database = await open()
  const story = fc.array(event, { minLength: 3, maxLength: 9 })
  await fc.assert(
    fc.asyncProperty(story, async (events) => {
      const { happen, expected } = await tell(database)
      for (const one of [{ kind: 'run', cells: 1, ids: IDS } as const, ...events]) {
        await happen(one)
        await expectAsModel(database, expected())
      }
    }),
    { numRuns: 40, examples: [[TWO_FROM_ONE_TIME], [SHORT_ABSENCE]] },
  )
})

type Expected = ReturnType<Awaited<ReturnType<typeof tell>>['expected']>

async function expectAsModel(database: Awaited<ReturnType<typeof open>>, expected: Expected) {
  const { nowMs, absences, lasting, lastOf, outages } = expected
  const stored = await database.all<{ device_id: string; started_at: number; ended_at: number }>({
    sql: 'SELECT device_id, started_at, ended_at FROM outages',
  })
  expect(new Map(stored.map((row) => [`${row.device_id} ${row.started_at}`, row.ended_at]))).toEqual(outages)
  const silences = Array.from(lastOf, ([id, startMs]) => ({ id, silence: { startMs, endMs: nowMs } }))

  const rows = silences.map(({ id, silence }) => ({
    id,
    name: id,
    site_id: null,
    last_heartbeat_at: new Date(silence.startMs).toISOString(),
  }))
  const selected = await selectSilent(database, rows, await readAbsences(database, nowMs), nowMs)
  const noticed = new Map(selected.map((one) => [one.deviceId, one.noticedAtMs]))
  const unknown = [...absences, ...lasting(Number.POSITIVE_INFINITY)]
  for (const { id, silence } of silences) expect(noticed.get(id)).toBe(modelNoticedMs(silence, unknown))

  const histories = await readHistories(database, rows, nowMs, 30 * DAY_MS)
  const shown = [...absences, ...lasting(DAY_MS)]
  for (const { id, silence } of silences) {
    const ongoing = histories.get(id)?.outages.filter(({ ended_at }) => ended_at === null)
    expect(ongoing).toHaveLength(modelNoticedMs(silence, shown) === undefined ? 0 : 1)
    const ended = [...outages].flatMap(([key, endMs]) => {
      const [of, start] = key.split(' ')
      return of === id ? [{ startMs: Number(start), endMs }] : []
    })
    const isShown =
      ended.some((outage) => modelNoticedMs(outage, shown) !== undefined) || ongoing?.length === 1
    expect((histories.get(id)?.outages.length ?? 0) > 0).toBe(isShown)
  }
}

test('neither closing times nor absences lie between the five minutes that matter', () => {
  const cell = fc.integer({ min: 0, max: 150 })
  const times = fc.array(
    fc.tuple(cell, fc.integer({ min: 1, max: 12 })).map(([from, cells]) => ({
      startMs: from * CELL_MS,
      endMs: (from + cells) * CELL_MS,
    })),
    { maxLength: 5 },
  )
  fc.assert(
    fc.property(times, times, cell, cell, (closed, absences, from, cells) => {
      const silence = { startMs: from * CELL_MS, endMs: (from + cells) * CELL_MS }
      const open = gapsIn(silence, merged(closed))
      expect(findNoticedAtMs(open, merged(absences))).toBe(modelNoticedMs(silence, [...closed, ...absences]))
    }),
  )
})

/** The statements with times of the trigger. */
const DEFINITIONS = {
  sqlite: [/CREATE TRIGGER devices_returned.*?\nEND;/gs],
  postgres: [/FUNCTION record_outage\(.*?\nEND \$\$;/gs, /TRIGGER devices_returned.*?;/gs],
} as const
/** The trigger turns seconds of SQLite into milliseconds. */
const MS_PER_SECOND = 1000

test.each(['sqlite', 'postgres'] as const)('the trigger of %s has the times of the code', (engine) => {
  const scripts = readMigrations(engine).map(({ script }) => script)
  // A later migration may define them again.
  const trigger = DEFINITIONS[engine].map((each) => scripts.join('\n').match(each)?.at(-1)).join('\n')
  const times = trigger
    .match(/\d{3,}/g)
    ?.map(Number)
    .filter((time) => time !== MS_PER_SECOND)
  const timeouts = [HEARTBEAT_TIMEOUT_MS / 1000, HEARTBEAT_TIMEOUT_MS]
  expect(new Set(times)).toEqual(new Set([...timeouts, MAX_PRESENCE_GAP_MS, DAY_MS]))
})

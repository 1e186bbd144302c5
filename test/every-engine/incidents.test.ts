import { describe, expect, onTestFinished, test } from 'vitest'
import { incidentJob } from '../../src/alerts/alert-jobs.ts'
import { incidentRetention } from '../../src/alerts/incidents/queries/retention.ts'
import { findSilent } from '../../src/alerts/incidents/queries/situation.ts'
import { storeHeartbeats } from '../../src/device/heartbeats/record.ts'
import { HEARTBEAT_TIMEOUT_MS, silentParameters } from '../../src/device/online.ts'
import { createServicePresence } from '../../src/device/outages/service-presence.ts'
import { DAYS } from '../../src/device/sites/schema.ts'
import { importDocument } from '../../src/documents/import.ts'
import { createJobs } from '../../src/storage/jobs/jobs.ts'
import { retentionJob } from '../../src/storage/jobs/retention.ts'
import { openDatabase } from '../../src/storage/open.ts'
import { deleteRows } from '../../src/storage/statements.ts'
import { createWriteQueue } from '../../src/storage/write-queue.ts'
import { newDatabaseToOpen } from '../support/database.ts'
import { device } from '../support/documents.ts'
import { NOW } from '../support/service.ts'

const MINUTE_MS = 60_000

/** Twelve devices at three sites, four at each, all of which send a heartbeat each minute unless they are silent. */
const SITES = ['quay', 'roof', 'hall']
const idsOf = (site: string) => [1, 2, 3, 4].map((n) => `${site}${n}`)
const IDS = SITES.flatMap(idsOf)

async function open(hours: object | null = null) {
  const url = await newDatabaseToOpen()
  const database = await openDatabase(url, 'create')
  onTestFinished(() => database.close())
  let nowMs = NOW
  const clock = () => nowMs
  const at = (ms: number) => new Date(ms).toISOString()
  await importDocument(database, {
    sites: SITES.map((id) => ({ id, name: id, timezone: 'UTC', hours })),
    devices: IDS.map((id) => device(id, { access: [], site: id.slice(0, -1), last_heartbeat_at: at(NOW) })),
  })

  /** A process that looks for incidents. */
  async function start() {
    const writable = await openDatabase(url, 'server-write')
    onTestFinished(() => writable.close())
    const queue = createWriteQueue(writable)
    const failures: unknown[] = []
    const looks = [incidentJob(database, clock), retentionJob(database, clock, incidentRetention)]
    const presence = createServicePresence(queue, clock)
    return {
      beat: () => presence.writeAfterPresence(function* () {}),
      async look() {
        const ended = new Set<string>()
        const jobs = createJobs({
          jobs: looks,
          writeQueue: queue,
          clock,
          onRun: ({ job }) => ended.add(job),
          onFailure: (error) => failures.push(error),
        })
        jobs.start()
        await expect.poll(() => ended.size, { interval: 1 }).toBe(looks.length)
        await jobs.stop()
        expect(failures).toEqual([])
      },
    }
  }
  const process = await start()

  /** Minutes pass, in which a service is there, and devices are heard of. */
  async function pass(minutes: number, { silent = [] as readonly string[], isLookedFor = true } = {}) {
    for (let n = 0; n < minutes; n++) {
      nowMs += MINUTE_MS
      await process.beat()
      const heard = IDS.filter((id) => !silent.includes(id))
      await storeHeartbeats(
        database,
        heard.map((deviceId) => ({ deviceId, at: at(nowMs) })),
        nowMs,
      )
      if (isLookedFor) await process.look()
    }
  }

  const incidents = async () => {
    const rows = await database.all<{
      kind: string
      subject_id: string | null
      from: number
      to: number | null
    }>({
      sql: `SELECT kind, subject_id, started_at AS "from", ended_at AS "to" FROM incidents
      ORDER BY opened_at, coalesce(subject_id, '')`,
    })
    const minuteOf = (ms: number | null) => (ms === null ? null : (ms - NOW) / MINUTE_MS)
    return rows.map((row) => [row.kind, row.subject_id, minuteOf(row.from), minuteOf(row.to)])
  }
  return {
    database,
    start,
    pass,
    process,
    incidents,
    goTo: (minute: number) => (nowMs = NOW + minute * MINUTE_MS),
  }
}

test('a device that stops is one incident, until it has been back for two minutes', async () => {
  const { pass, incidents } = await open()
  await pass(5, { silent: ['quay1'] })
  expect(await incidents()).toEqual([])
  await pass(1, { silent: ['quay1'] })
  expect(await incidents()).toEqual([['device', 'quay1', 0, null]])
  await pass(10, { silent: ['quay1'] })
  await pass(2)
  expect(await incidents()).toEqual([['device', 'quay1', 0, null]])
  await pass(1)
  expect(await incidents()).toEqual([['device', 'quay1', 0, 17]])
  await pass(10)
  expect(await incidents()).toHaveLength(1)
})

test('silence while a site is closed makes no device unstable', async () => {
  const { pass, incidents, database } = await open({
    windows: [{ days: [...DAYS], from: '12:30', to: '22:00' }],
  })
  for (let n = 0; n < 3; n++) {
    await pass(7, { silent: ['quay1'] })
    await pass(4)
  }
  await pass(7, { silent: ['quay1'] })
  expect(await incidents()).toEqual([['device', 'quay1', 33, null]])
  expect(await database.all({ sql: 'SELECT id FROM incidents WHERE is_unstable = 1' })).toEqual([])
})

test('a device with outage after outage is unstable, until it has had none for an hour', async () => {
  const { pass, incidents, database } = await open()
  const unstable = () => database.all({ sql: 'SELECT subject_id FROM incidents WHERE is_unstable = 1' })
  for (let n = 0; n < 3; n++) {
    await pass(7, { silent: ['quay1'] })
    await pass(4)
  }
  expect(await incidents()).toEqual([
    ['device', 'quay1', 0, 8],
    ['device', 'quay1', 11, 19],
    ['device', 'quay1', 22, 30],
  ])
  expect(await unstable()).toEqual([])
  await pass(7, { silent: ['quay1'] })
  expect((await incidents()).slice(0, 1)).toEqual([['device', 'quay1', 0, 8]])
  expect(await unstable()).toEqual([{ subject_id: 'quay1' }])
  for (let n = 0; n < 3; n++) {
    await pass(10)
    await pass(7, { silent: ['quay1'] })
  }
  await pass(60)
  expect(await incidents()).toHaveLength(4)
  expect(await incidents()).toContainEqual(['device', 'quay1', 0, null])
  await pass(1)
  expect(await incidents()).toContainEqual(['device', 'quay1', 0, 92])
})

test('one site is no feed, and what stops later than the feed has another cause', async () => {
  const { pass, incidents } = await open()
  await pass(6, { silent: [...idsOf('quay'), 'roof1'] })
  expect(await incidents()).toEqual([
    ['site', 'quay', 0, null],
    ['device', 'roof1', 0, null],
  ])
  await pass(20)
  const silent = [...idsOf('quay'), ...idsOf('roof')]
  await pass(6, { silent })
  expect((await incidents()).slice(2)).toEqual([['feed', null, 26, null]])
  await pass(2, { silent })
  await pass(20, { silent: [...silent, 'hall1'] })
  expect((await incidents()).slice(3)).toEqual([['device', 'hall1', 34, null]])
  // The feed is back, but not all of the roof.
  await pass(30, { silent: ['roof1', 'roof2', 'hall1'] })
  expect((await incidents()).slice(2)).toEqual([
    ['feed', null, 26, null],
    ['device', 'hall1', 34, null],
  ])
  await pass(2, { silent: ['roof1', 'roof2', 'hall1'] })
  expect((await incidents()).slice(2)).toEqual([
    ['feed', null, 26, 55],
    ['device', 'roof1', 26, null],
    ['device', 'roof2', 26, null],
    ['device', 'hall1', 34, null],
  ])
})

test('a site of which half is back is over three minutes later, and keeps which of its devices were not', async () => {
  const { pass, incidents, database } = await open()
  await pass(6, { silent: idsOf('quay') })
  await pass(3, { silent: ['quay1', 'quay2'] })
  expect(await incidents()).toEqual([['site', 'quay', 0, null]])
  await pass(1, { silent: ['quay1', 'quay2'] })
  expect(await incidents()).toEqual([
    ['site', 'quay', 0, 7],
    ['device', 'quay1', 0, null],
    ['device', 'quay2', 0, null],
  ])
  const rows = await database.all({
    sql: `SELECT m.device_id, m.silent_at_end FROM incident_devices m JOIN incidents i ON i.id = m.incident_id
    WHERE i.kind = 'site' ORDER BY m.device_id`,
  })
  expect(rows).toEqual(idsOf('quay').map((device_id, n) => ({ device_id, silent_at_end: n < 2 ? 1 : 0 })))
})

test('a device that is set back to never connected leaves its incident', async () => {
  const { pass, incidents, database, process } = await open()
  await pass(6, { silent: ['quay1'] })
  await database.batch([{ sql: "UPDATE devices SET last_heartbeat_at = NULL WHERE id = 'quay1'" }])
  await process.look()
  await process.look()
  expect(await incidents()).toEqual([['device', 'quay1', 0, 6]])
})

test('devices that stop one after another are first on their own, and then their site', async () => {
  const { pass, incidents } = await open()
  await pass(1, { silent: ['quay1'] })
  await pass(5, { silent: ['quay1', 'quay2', 'quay3'] })
  expect(await incidents()).toEqual([['device', 'quay1', 0, null]])
  await pass(1, { silent: idsOf('quay') })
  expect(await incidents()).toEqual([
    ['device', 'quay1', 0, null],
    ['device', 'quay2', 1, null],
    ['device', 'quay3', 1, null],
  ])
})

describe('while no service was there', () => {
  test('nobody was silent, but who still is five minutes after the start', async () => {
    const { pass, incidents, goTo, process } = await open()
    await pass(1)
    goTo(60)
    await process.look()
    expect(await incidents()).toEqual([])
    await pass(3, { silent: idsOf('roof') })
    expect(await incidents()).toEqual([])
    await pass(4, { silent: idsOf('roof') })
    expect(await incidents()).toEqual([['site', 'roof', 1, null]])
  })

  test('an incident went on', async () => {
    const { pass, incidents, goTo } = await open()
    await pass(6, { silent: ['quay1'] })
    goTo(60)
    await pass(2, { silent: ['quay1'] })
    expect(await incidents()).toEqual([['device', 'quay1', 0, null]])
  })
})

test('several processes find the same, once', async () => {
  const { pass, incidents, start, process } = await open()
  const others = [await start(), await start(), await start()]
  await pass(6, { silent: IDS, isLookedFor: false })
  await Promise.all([process, ...others].map(({ look }) => look()))
  expect(await incidents()).toEqual([['feed', null, 0, null]])
})

test('a site that closes is no incident, and one that stays silent when it opens is', async () => {
  const time = (minutes: number) => new Date(NOW + minutes * MINUTE_MS).toISOString().slice(11, 16)
  const windows = [
    { days: [...DAYS], from: time(-600), to: time(5) },
    { days: [...DAYS], from: time(30), to: time(300) },
  ]
  const { pass, incidents } = await open({ windows })
  await pass(35, { silent: IDS })
  expect(await incidents()).toEqual([])
  await pass(1, { silent: idsOf('hall') })
  expect(await incidents()).toEqual([['site', 'hall', 0, null]])
})

test('an incident ends with its device, and there is none of a device that was never heard of', async () => {
  const { pass, incidents, database, process } = await open()
  await importDocument(database, { devices: [device('spare', { access: [], last_heartbeat_at: null })] })
  await pass(6, { silent: ['quay1'] })
  await database.batch(deleteRows('devices', ['quay1']))
  await process.look()
  expect(await incidents()).toEqual([['device', 'quay1', 0, 6]])
})

test('incidents are deleted after 400 days, but not those that last', async () => {
  const { pass, incidents, goTo, process } = await open()
  await pass(6, { silent: ['quay1', 'roof1'] })
  await pass(4, { silent: ['roof1'] })
  expect(await incidents()).toHaveLength(2)
  goTo(400 * 24 * 60 + 7)
  await process.look()
  expect(await incidents()).toHaveLength(2)
  goTo(400 * 24 * 60 + 8)
  await process.look()
  expect(await incidents()).toEqual([['device', 'roof1', 0, null]])
})

test('a device is silent by the same five minutes by which it is offline, whatever digits its heartbeat has', async () => {
  const { database } = await open()
  const second = new Date(NOW - HEARTBEAT_TIMEOUT_MS).toISOString().slice(0, 19)
  const nowMs = Date.parse(`${second}.100Z`) + HEARTBEAT_TIMEOUT_MS
  const digits = ['', '.0', '.09', '.099999', '.1', '.10', '.100', '.1000', '.1001', '.100001', '.2', '.9']
  await importDocument(database, {
    devices: digits.map((text, n) =>
      device(`edge${n}`, { access: [], last_heartbeat_at: `${second}${text}Z` }),
    ),
  })
  const silent = await findSilent(database, ...silentParameters(nowMs), '', '', '')
  expect(silent.map(({ id }) => id).sort()).toEqual(['edge0', 'edge1', 'edge2', 'edge3'])
})

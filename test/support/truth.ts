import type { TestContext } from 'vitest'
import { freePort } from '../../bench/machine/free-port.ts'
import { addRouteQuery } from '../../src/monitoring/alerts/queries.ts'
import type { Route, RouteFormat } from '../../src/monitoring/alerts/route.ts'
import { openDatabase } from '../../src/storage/open.ts'
import { importDocument } from '../../src/transfer/import.ts'
import { MINUTE_MS, route } from './alerts.ts'
import { newDatabaseToOpen } from './database.ts'
import { device, KEY, withBearer } from './documents.ts'
import { holdJobs, makeOlder } from './make-older.ts'
import { type ServerProcess, startServer } from './process.ts'
import { startRecorder } from './told.ts'

/*
 * A service in a process of its own, and what it tells. Time passes by moving into the past what its database has, while no job
 * is being done.
 */

const TOKENS: Partial<Record<RouteFormat, string>> = {
  pagerduty: '0123456789abcdef0123456789abcdef',
  webhook: 'whsec_c2VjcmV0LXNlY3JldC1zZWNyZXQtMTIzNA==',
}

/** Jobs look ten times as often: a story takes a tenth of the time. */
const EAGER = `--import data:text/javascript,${encodeURIComponent(`
  for (const name of ['setInterval', 'setTimeout']) {
    const original = globalThis[name]
    globalThis[name] = Object.assign((f, ms, ...others) => original(f, ms === 5000 || ms === 1000 ? ms / 10 : ms, ...others), original)
  }
`)}`

export interface Given {
  /** How many screens there are at each site. Those of the site `a` are `a1`, `a2`, …, called `A1`, `A2`, …. */
  readonly sites: Readonly<Record<string, number>>
  /** What routes send, by their ids. */
  readonly routes: Readonly<Record<string, RouteFormat>>
  /** When the screens were heard last. */
  readonly heardMinutesAgo?: (id: string) => number
}

export type Truth = Awaited<ReturnType<typeof openTruth>>

/** Starts a service with devices that are online, and receivers. Tests run beside each other, so each brings its context. */
export async function openTruth({ expect, onTestFinished }: TestContext, given: Given) {
  const { sites, routes, heardMinutesAgo = () => 0 } = given
  const url = await newDatabaseToOpen()
  const database = await openDatabase(url, 'create')
  onTestFinished(() => database.close())
  const placed = Object.entries(sites).flatMap(([site, count]) =>
    Array.from({ length: count }, (_, n) => ({ id: `${site}${n + 1}`, site })),
  )
  const ids = placed.map(({ id }) => id)
  const access = [{ user: 'ops', level: 'update' }]
  const heardAt = (id: string) => new Date(Date.now() - heardMinutesAgo(id) * MINUTE_MS).toISOString()
  await importDocument(database, {
    users: [{ id: 'ops', name: 'Operations' }],
    sites: Object.keys(sites).map((id) => ({ id, name: `Site ${id}`, timezone: 'UTC' })),
    devices: placed.map(({ id, site }) =>
      device(id, { name: id.toUpperCase(), site, access, last_heartbeat_at: heardAt(id) }),
    ),
    apiKeys: [{ key: KEY, name: 'screens', user: 'ops', scopes: ['device:heartbeat'], menus: [] }],
  })
  const recorder = await startRecorder(routes, { atEnd: onTestFinished })
  const toRoute = ([id, format]: readonly [string, RouteFormat]): Route =>
    route(id, { format, url: recorder.urlOf(id), token: TOKENS[format] ?? null })
  await database.batch(Object.entries(routes).map((entry) => addRouteQuery(toRoute(entry))))

  let server: ServerProcess | undefined
  let metricsPort = 0
  async function start(): Promise<void> {
    metricsPort = await freePort()
    const environment = { DATABASE_URL: url, CHANGES: 'on', WEBHOOK_ALLOW: '127.0.0.1' }
    const settings = { METRICS_PORT: String(metricsPort), NODE_OPTIONS: EAGER }
    server = await startServer({ ...environment, ...settings })
  }
  const kill = async () => void (await server?.stop('SIGKILL'))
  onTestFinished(kill)

  async function beat(heard: readonly string[]): Promise<void> {
    const sent = heard.map((id) =>
      fetch(`${server?.address}/devices/${id}/heartbeats`, { method: 'POST', headers: withBearer }),
    )
    for (const { status } of await Promise.all(sent)) expect(status).toBe(204)
  }

  /** How often a job has looked whether there is something to do. */
  async function looksOf(job: string): Promise<number> {
    const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text()
    const line = text
      .split('\n')
      .find((one) => one.startsWith(`signage_job_duration_seconds_count{job="${job}"`))
    return Number(line?.split(' ').at(-1) ?? 0)
  }

  /** Waits until each job has looked after this, one after another: what is to be told then is told. */
  async function settle(): Promise<void> {
    for (const job of ['incidents', 'alerts', 'alert-delivery']) {
      // A run that goes on may have begun before.
      const looks = await looksOf(job)
      await expect.poll(() => looksOf(job)).toBeGreaterThanOrEqual(looks + 2)
    }
  }

  /** Waits until a run of a job has ended that may have begun before. */
  async function runEnds(job: string): Promise<void> {
    const looks = await looksOf(job)
    await expect.poll(() => looksOf(job), { interval: 10 }).toBeGreaterThan(looks)
  }

  /** Time passes, as if at once, in which no job is done. */
  async function withoutJobs(letTimePass: () => Promise<void>): Promise<void> {
    const endHold = await holdJobs(database)
    // It reads what is due before it takes its lease.
    await runEnds('alert-delivery')
    await letTimePass()
    await endHold()
  }

  /** Some minutes pass. All devices send heartbeats but those that are silent. */
  function pass(minutes: number, silent: readonly string[] = []): Promise<void> {
    return withoutJobs(async () => {
      for (let left = minutes; left > 0; left -= 1) {
        await makeOlder(database, Math.min(left, 1))
        await beat(ids.filter((id) => !silent.includes(id)))
      }
    })
  }

  return {
    database,
    recorder,
    start,
    kill,
    beat,
    pass,
    settle,
    /** Some minutes pass without any heartbeat. */
    passUnheard: (minutes: number) => withoutJobs(() => makeOlder(database, minutes)),
    /** The same while no service runs. */
    makeOlder: (minutes: number) => makeOlder(database, minutes),
    /** Some minutes pass, and the jobs have seen them: also when the sixth was over, when a silence is noticed. */
    async live(minutes: number, silent?: readonly string[]): Promise<void> {
      for (let left = minutes; left > 0; left -= 6) {
        await pass(Math.min(left, 6), silent)
        await settle()
      }
    },
    run: (sql: string, ...parameters: (string | number | null)[]) => database.batch([{ sql, parameters }]),
    /** The lines that a route was told, without times and durations: those depend on the clock of the machine. */
    told: (id: string) => recorder.told.filter((one) => one.route === id).map(({ line }) => timeless(line)),
  }
}

/** How many minutes ago a device was heard last. */
export async function silentMinutes({ database }: Truth, id: string): Promise<number> {
  const row = await database.get<{ at: string }>(
    'SELECT last_heartbeat_at AS at FROM devices WHERE id = ?',
    id,
  )
  return (Date.now() - Date.parse(row?.at ?? '')) / MINUTE_MS
}

function timeless(line: string): string {
  return line
    .replace(/from .+ to .+ UTC$/, 'from T to T')
    .replace(/(?:[A-Z][a-z]{2} \d{1,2}, )?\d\d:\d\d UTC/, 'T')
    .replace(/ after (?:\d+ (?:d|h|min) ?)+(?=,)/, ' after a while')
}

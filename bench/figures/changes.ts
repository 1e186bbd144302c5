import { serviceCommand } from '../compared-servers.ts'
import { createDatabase } from '../data/database.ts'
import { kill, start } from '../machine/children.ts'
import { startServer } from '../machine/server.ts'
import { measureInRounds, type RoundSetup, ratioOf } from '../measure.ts'
import { formatRatio } from '../report/format.ts'
import { ordinaryWorkloads } from '../workloads.ts'
import { type Figure, type Setting, stopAll } from './figure.ts'
import { HTTP_HEARTBEATS } from './heartbeats.ts'

const PER_SECOND = 2000

/** Measures what heartbeats over HTTP cost the requests of screens and dashboards. */
export async function measureChanges(setting: Setting): Promise<Figure[]> {
  const database = `${setting.files.folder}/changes.db`
  await createDatabase(database)
  const rounds = await measureInRounds(setting.bench, () => setUp(setting, database))
  return ordinaryWorkloads.map(({ title }, index) => ({
    what: `${title}, with 2,000 heartbeats per second over HTTP to the same process: requests per CPU-second relative to none`,
    target: 'at least 0.85',
    measured: formatRatio(ratioOf(rounds[index] ?? [], 'busy', 'quiet')),
  }))
}

/** Both databases have the same data. Heartbeats are recorded all the time, but in one of them only. */
async function setUp({ pinning, files }: Setting, database: string): Promise<RoundSetup<'quiet' | 'busy'>> {
  const quiet = await startServer(pinning, serviceCommand(files.database, { CHANGES: 'on' }))
  const busy = await startServer(pinning, serviceCommand(database, { CHANGES: 'on' }))
  const heartbeats = start(
    pinning.on('load', [process.execPath, HTTP_HEARTBEATS, 'POST', String(busy.port), String(PER_SECOND)]),
    { stdio: ['ignore', 'ignore', 'inherit'] },
  )
  const trials = ordinaryWorkloads.map((workload) => ({
    title: `changes: ${workload.title}`,
    entries: [
      { key: 'quiet', server: quiet, workload },
      { key: 'busy', server: busy, workload },
    ] as const,
  }))
  const tearDown = async () => {
    await kill(heartbeats)
    await stopAll([quiet, busy])
  }
  return { trials, tearDown }
}

import { serviceCommand } from '../compared-servers.ts'
import { createDatabase } from '../data/database.ts'
import { startHeartbeats } from '../load/heartbeats.ts'
import { startServer } from '../machine/server.ts'
import { measureInRounds, type RoundSetup, ratioOf } from '../measure.ts'
import { formatRatio } from '../report/format.ts'
import { ordinaryWorkloads } from '../workloads.ts'
import { type Figure, type Setting, stopAll } from './figure.ts'

/** Measures what heartbeats, written by another process, cost the requests of screens and dashboards. */
export async function measureWrites(setting: Setting): Promise<Figure[]> {
  const database = `${setting.files.folder}/writes.db`
  await createDatabase(database)
  const stopHeartbeats = startHeartbeats(setting.pinning, database)
  const rounds = await measureInRounds(setting.bench, () => setUp(setting, database))
  await stopHeartbeats()
  return ordinaryWorkloads.map(({ name, title }, index) => ({
    what: `${title}, with 2,000 heartbeats per second from another process: requests per CPU-second relative to none`,
    target: name === 'screens' ? 'at least 0.90' : '',
    measured: formatRatio(ratioOf(rounds[index] ?? [], 'busy', 'quiet')),
  }))
}

/** Both databases have the same data. Heartbeats are recorded all the time, but in one of them only. */
async function setUp({ pinning, files }: Setting, database: string): Promise<RoundSetup<'quiet' | 'busy'>> {
  const quiet = await startServer(pinning, serviceCommand(files.database))
  const busy = await startServer(pinning, serviceCommand(database))
  const trials = ordinaryWorkloads.map((workload) => ({
    title: `writes: ${workload.title}`,
    entries: [
      { key: 'quiet', server: quiet, workload },
      { key: 'busy', server: busy, workload },
    ] as const,
  }))
  return { trials, tearDown: () => stopAll([quiet, busy]) }
}

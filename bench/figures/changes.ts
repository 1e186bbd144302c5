import { bareCommand, serviceCommand } from '../compared-servers.ts'
import { createDatabase } from '../data/database.ts'
import { type Server, startServer } from '../machine/server.ts'
import { measureInRounds, type RoundSetup, ratioOf } from '../measure.ts'
import { formatRatio } from '../report/format.ts'
import { ordinaryWorkloads } from '../workloads.ts'
import { type Figure, type Setting, stopAll } from './figure.ts'
import { HTTP_HEARTBEATS, reportAllOnce } from './heartbeats.ts'

const PER_SECOND = 2000

type Key = 'quiet' | 'busy' | 'bare and quiet' | 'bare and busy'

/** Measures what heartbeats over HTTP cost the requests of screens and dashboards, and what they cost node:http alone. */
export async function measureChanges(setting: Setting): Promise<Figure[]> {
  const database = `${setting.files.folder}/changes.db`
  await createDatabase(database)
  const service = await startServer(setting.pinning, serviceCommand(database, { CHANGES: 'on' }))
  await reportAllOnce(setting, service)
  await service.stop()
  const rounds = await measureInRounds(setting.bench, () => setUp(setting, database))
  return ordinaryWorkloads.flatMap(({ title }, index) => [
    {
      what: `${title}, with 2,000 heartbeats per second over HTTP to the same process: requests per CPU-second relative to none`,
      target: 'at least 0.85',
      measured: formatRatio(ratioOf(rounds[index] ?? [], 'busy', 'quiet')),
    },
    {
      what: 'The same with node:http, which stores nothing',
      target: '',
      measured: formatRatio(ratioOf(rounds[index] ?? [], 'bare and busy', 'bare and quiet')),
    },
  ])
}

async function setUp({ pinning, files }: Setting, database: string): Promise<RoundSetup<Key>> {
  const service = await startServer(pinning, serviceCommand(database, { CHANGES: 'on' }))
  const bare = await startServer(pinning, bareCommand(files))
  const heartbeatsTo = ({ port }: Server) =>
    pinning.on('load', [process.execPath, HTTP_HEARTBEATS, 'POST', `${port}`, `${PER_SECOND}`])
  const trials = ordinaryWorkloads.map((workload) => ({
    title: `changes: ${workload.title}`,
    entries: [
      { key: 'quiet', server: service, workload },
      { key: 'busy', server: service, workload, beside: heartbeatsTo(service) },
      { key: 'bare and quiet', server: bare, workload },
      { key: 'bare and busy', server: bare, workload, beside: heartbeatsTo(bare) },
    ] as const,
  }))
  return { trials, tearDown: () => stopAll([service, bare]) }
}

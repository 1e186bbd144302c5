import { createDatabase } from '../data/database.ts'
import type { Server } from '../machine/server.ts'
import { measureInRounds, medianOf, type RoundSetup, type Rounds, ratioOf } from '../measure.ts'
import { progress } from '../progress.ts'
import { formatMicroseconds, formatRate, formatRatio } from '../report/format.ts'
import { requireSameResponses } from '../same-responses.ts'
import { deviceWorkload, menuWorkload, notModifiedWorkload, type Workload, workloads } from '../workloads.ts'
import { type Engine, postgresEngine, sqliteEngine } from './engines.ts'
import { type Figure, type Setting, stopAll } from './figure.ts'

const DATABASE = 'signage'

type EngineName = Engine['name']

const MEASURED: readonly { readonly workload: Workload; readonly target: string }[] = [
  { workload: menuWorkload, target: 'at least 0.35' },
  { workload: notModifiedWorkload, target: '' },
  { workload: deviceWorkload, target: '' },
]

/** Measures the cost of a response on PostgreSQL relative to SQLite. */
export async function measurePostgres(setting: Setting): Promise<Figure[]> {
  const [sqlite, postgres] = [sqliteEngine(setting), await postgresEngine(setting)]
  progress('Creating the database in PostgreSQL …')
  const url = await postgres.createDatabase(DATABASE)
  await createDatabase(url)
  const rounds = await measureInRounds(setting.bench, async (round) => {
    const servers = [await sqlite.start(setting.files.database), await postgres.start(url)] as const
    if (round === 1) await requireAllSame(servers)
    return toRoundSetup(servers)
  })
  await postgres.dropDatabase(DATABASE)
  return MEASURED.flatMap(({ workload, target }, index) =>
    describe(workload.title, target, rounds[index] ?? []),
  )
}

async function requireAllSame(servers: readonly Server[]): Promise<void> {
  const checked = servers.map((server) => ({ server, sendsSameHeaders: true }))
  for (const workload of workloads) await requireSameResponses(workload, checked)
  progress('Both engines send the same responses.')
}

function toRoundSetup([sqlite, postgres]: readonly [Server, Server]): RoundSetup<EngineName> {
  const trials = MEASURED.map(({ workload }) => ({
    title: `${workload.title}, on both engines`,
    entries: [
      { key: 'SQLite', server: sqlite, workload },
      { key: 'PostgreSQL', server: postgres, workload },
    ] as const,
  }))
  return { trials, tearDown: () => stopAll([sqlite, postgres]) }
}

function describe(title: string, target: string, rounds: Rounds<EngineName>): Figure[] {
  const [sqlite, postgres] = (['SQLite', 'PostgreSQL'] as const).map((name) =>
    formatRate(medianOf(rounds, name, 'requestsPerCpuSecond')),
  )
  const databaseCpu = formatMicroseconds(medianOf(rounds, 'PostgreSQL', 'databaseCpuUs'))
  return [
    {
      section: 'postgres',
      what: `${title}: requests per CPU-second (${postgres}) relative to SQLite (${sqlite})`,
      target,
      measured: formatRatio(ratioOf(rounds, 'PostgreSQL', 'SQLite')),
    },
    {
      section: 'postgres',
      what: 'The same: CPU of PostgreSQL itself per response',
      target: '',
      measured: databaseCpu,
    },
  ]
}

import { serviceCommand } from '../compared-servers.ts'
import { startServer } from '../machine/server.ts'
import { measureInRounds, type RoundSetup, ratioOf } from '../measure.ts'
import { formatRatio } from '../report/format.ts'
import { menuWorkload } from '../workloads.ts'
import { type Figure, type Setting, stopAll } from './figure.ts'

/** Measures the cost of the access log. By default it has one line per request. */
export async function measureLog(setting: Setting): Promise<Figure[]> {
  const [rounds = []] = await measureInRounds(setting.bench, () => setUp(setting))
  return [
    {
      what: 'Access log on, to a pipe that is read: requests per CPU-second relative to access log off',
      target: 'at least 0.90',
      measured: formatRatio(ratioOf(rounds, 'info', 'warn')),
    },
  ]
}

async function setUp({ pinning, files }: Setting): Promise<RoundSetup<'warn' | 'info'>> {
  const start = (level: string) => startServer(pinning, serviceCommand(files.database, { LOG_LEVEL: level }))
  const [warn, info] = [await start('warn'), await start('info')]
  const entries = [
    { key: 'warn', server: warn, workload: menuWorkload },
    { key: 'info', server: info, workload: menuWorkload },
  ] as const
  return { trials: [{ title: 'log', entries }], tearDown: () => stopAll([warn, info]) }
}

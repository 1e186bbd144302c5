import { serviceCommand } from '../contestants.ts'
import { startServer } from '../machine/server.ts'
import { measureInRounds, ratioOf, type Stage } from '../measure.ts'
import { formatRatio } from '../report/format.ts'
import { menuWorkload } from '../workloads.ts'
import { type Figure, type Setting, stopAll } from './figure.ts'

/** Measures the cost of the access log. By default it has a line for each request. */
export async function measureLog(setting: Setting): Promise<Figure[]> {
  const [rounds = []] = await measureInRounds(setting.bench, () => enter(setting))
  return [
    {
      what: 'With a log line a request (to /dev/null): requests per CPU-second, of those without',
      target: '',
      measured: formatRatio(ratioOf(rounds, 'info', 'warn')),
    },
  ]
}

async function enter({ pinning, files }: Setting): Promise<Stage<'warn' | 'info'>> {
  const start = (level: string) => startServer(pinning, serviceCommand(files.database, { LOG_LEVEL: level }))
  const [warn, info] = [await start('warn'), await start('info')]
  const entries = [
    { key: 'warn', server: warn, workload: menuWorkload },
    { key: 'info', server: info, workload: menuWorkload },
  ] as const
  return { trials: [{ title: 'log', entries }], leave: () => stopAll([warn, info]) }
}

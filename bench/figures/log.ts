import { serviceCommand } from '../contestants.ts'
import { startServer } from '../machine/server.ts'
import { measureInTurn, ratioOf } from '../measure.ts'
import { formatRatio } from '../report/format.ts'
import { menuWorkload } from '../workloads.ts'
import type { Figure, Setting } from './figure.ts'

/** What the line costs that the log gets for each request, by default. */
export async function measureLog({ bench, pinning, files, service }: Setting): Promise<Figure[]> {
  const logging = await startServer(pinning, serviceCommand(files.database, { LOG_LEVEL: 'info' }))
  const rounds = await measureInTurn(bench, [
    { key: 'quiet', server: service, workload: menuWorkload },
    { key: 'logging', server: logging, workload: menuWorkload },
  ])
  await logging.stop()
  return [
    {
      what: 'With a log line a request (to /dev/null): requests per CPU-second, of those without',
      target: '',
      measured: formatRatio(ratioOf(rounds, 'logging', 'quiet')),
    },
  ]
}

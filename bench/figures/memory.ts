import type { ComparedServer } from '../compared-servers.ts'
import { formatMegabytes } from '../report/format.ts'
import { SERVERS } from '../report/report.ts'
import type { Figure } from './figure.ts'

/** Reports the memory use of the servers after all other measurements. */
export async function measureMemory(servers: readonly ComparedServer[]): Promise<Figure[]> {
  const figures: Figure[] = []
  for (const { letter, server } of servers) {
    const { rssBytes } = await server.usage()
    figures.push({
      what: `Memory (RSS) of (${letter}) ${SERVERS[letter]} after all measurements`,
      target: letter === 'd' ? 'at most that of (b)' : '',
      measured: formatMegabytes(rssBytes),
    })
  }
  return figures
}

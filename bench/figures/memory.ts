import type { Contestant } from '../contestants.ts'
import { formatMegabytes } from '../report/format.ts'
import { SERVERS } from '../report/report.ts'
import type { Figure } from './figure.ts'

/** Reports how much memory the servers hold after all other measurements. */
export async function measureMemory(contestants: readonly Contestant[]): Promise<Figure[]> {
  const figures: Figure[] = []
  for (const { letter, server } of contestants) {
    const { rssBytes } = await server.usage()
    figures.push({
      what: `Memory (RSS) of (${letter}) ${SERVERS[letter]} after all of it`,
      target: letter === 'd' ? 'at most that of (b)' : '',
      measured: formatMegabytes(rssBytes),
    })
  }
  return figures
}

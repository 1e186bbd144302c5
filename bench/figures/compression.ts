import { get } from '../http.ts'
import type { Server } from '../machine/server.ts'
import { type Entry, measureInRounds, ratioOf } from '../measure.ts'
import { formatRatio } from '../report/format.ts'
import { treeWorkload } from '../workloads.ts'
import type { Figure, Setting } from './figure.ts'

const CODINGS = ['br', 'gzip'] as const
type Coding = (typeof CODINGS)[number] | 'identity'

/** Measures the size of compressed responses, and what they cost. */
export async function measureCompression({ bench, service }: Setting): Promise<Figure[]> {
  const entries = (['identity', ...CODINGS] as const).map((coding) => toEntry(service, coding))
  const stage = { trials: [{ title: 'compression', entries }], leave: async () => {} }
  const [rounds = []] = await measureInRounds(bench, async () => stage)
  const plainBytes = await sizeIn(service.port, 'identity')
  const figures: Figure[] = []
  for (const coding of CODINGS) {
    const times = plainBytes / (await sizeIn(service.port, coding))
    figures.push(
      {
        what: `Tree of 10,000 items in ${coding}: bytes, of the ${plainBytes.toLocaleString('en')} plain ones`,
        target: coding === 'br' ? 'at most 1/8' : '',
        measured: `1/${times.toFixed(1)}`,
      },
      {
        what: `The same, cached: requests per CPU-second, of the plain answer's`,
        target: 'at least 1.00',
        measured: formatRatio(ratioOf(rounds, coding, 'identity')),
      },
    )
  }
  return figures
}

function toEntry(server: Server, coding: Coding): Entry<Coding> {
  return { key: coding, server, workload: { ...treeWorkload, headers: headersOf(coding) } }
}

async function sizeIn(port: number, coding: Coding): Promise<number> {
  const { headers, body } = await get(port, treeWorkload.paths[0] ?? '/', headersOf(coding))
  if ((headers['content-encoding'] ?? 'identity') !== coding)
    throw new Error(`The service does not send ${coding}.`)
  return body.length
}

function headersOf(coding: Coding) {
  return { ...treeWorkload.headers, 'Accept-Encoding': coding }
}

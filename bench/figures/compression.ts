import { get } from '../http.ts'
import type { Server } from '../machine/server.ts'
import { type Entry, measureInRounds, ratioOf } from '../measure.ts'
import { formatRatio } from '../report/format.ts'
import { treeWorkload } from '../workloads.ts'
import type { Figure, Setting } from './figure.ts'

const ENCODINGS = ['br', 'gzip'] as const
type Encoding = (typeof ENCODINGS)[number] | 'identity'

/** Measures the size of compressed responses, and what they cost. */
export async function measureCompression({ bench, service }: Setting): Promise<Figure[]> {
  const entries = (['identity', ...ENCODINGS] as const).map((encoding) => toEntry(service, encoding))
  const setup = { trials: [{ title: 'compression', entries }], tearDown: async () => {} }
  const [rounds = []] = await measureInRounds(bench, async () => setup)
  const plainBytes = await sizeIn(service.port, 'identity')
  const figures: Figure[] = []
  for (const encoding of ENCODINGS) {
    const times = plainBytes / (await sizeIn(service.port, encoding))
    figures.push(
      {
        what: `Tree of 10,000 items, ${encoding}: size relative to uncompressed (${plainBytes.toLocaleString('en')} bytes)`,
        target: encoding === 'br' ? 'at most 1/8' : '',
        measured: `1/${times.toFixed(1)}`,
      },
      {
        what: 'The same, cached: requests per CPU-second relative to uncompressed',
        target: 'at least 1.00',
        measured: formatRatio(ratioOf(rounds, encoding, 'identity')),
      },
    )
  }
  return figures
}

function toEntry(server: Server, encoding: Encoding): Entry<Encoding> {
  return { key: encoding, server, workload: { ...treeWorkload, headers: headersOf(encoding) } }
}

async function sizeIn(port: number, encoding: Encoding): Promise<number> {
  const { headers, body } = await get(port, treeWorkload.paths[0] ?? '/', headersOf(encoding))
  if ((headers['content-encoding'] ?? 'identity') !== encoding)
    throw new Error(`The service does not send ${encoding}.`)
  return body.length
}

function headersOf(encoding: Encoding) {
  return { ...treeWorkload.headers, 'Accept-Encoding': encoding }
}

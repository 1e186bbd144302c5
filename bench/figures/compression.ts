import { get } from '../http.ts'
import { type Entry, measureInTurn, ratioOf } from '../measure.ts'
import { formatRatio } from '../report/format.ts'
import { treeWorkload } from '../workloads.ts'
import type { Figure, Setting } from './figure.ts'

const CODINGS = ['br', 'gzip'] as const
type Coding = (typeof CODINGS)[number] | 'identity'

/** How small and how cheap the compressed answers are. */
export async function measureCompression({ bench, service }: Setting): Promise<Figure[]> {
  const rounds = await measureInTurn(bench, [entry('identity'), ...CODINGS.map(entry)])
  const plainBytes = await sizeIn(service.port, 'identity')
  const figures = CODINGS.map(async (coding) => {
    const share = plainBytes / (await sizeIn(service.port, coding))
    return [
      {
        what: `Tree of 10,000 items in ${coding}: bytes, of the ${plainBytes.toLocaleString('en')} plain ones`,
        target: coding === 'br' ? '1/8' : '',
        measured: `1/${share.toFixed(1)}`,
      },
      {
        what: `The same, cached: requests per CPU-second, of the plain answer's`,
        target: 'at least 1.00',
        measured: formatRatio(ratioOf(rounds, coding, 'identity')),
      },
    ]
  })
  return (await Promise.all(figures)).flat()

  function entry(coding: Coding): Entry<Coding> {
    return { key: coding, server: service, workload: { ...treeWorkload, headers: headersOf(coding) } }
  }
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

import Sqlite from 'better-sqlite3'
import { get, type HttpAnswer } from './http.ts'
import type { Server } from './machine/server.ts'
import type { RecordedAnswer } from './servers/answers.ts'
import { type DeviceRow, toDevice } from './servers/device-row.ts'
import { deviceWorkload, type Workload, workloads } from './workloads.ts'

/** Returns every response that a workload may request, for the servers that only repeat them. */
export async function recordAnswers(service: Server, databasePath: string): Promise<RecordedAnswer[]> {
  const [devicePath = ''] = deviceWorkload.paths
  const { headers } = await get(service.port, devicePath, deviceWorkload.headers)
  const answers = new Map(deviceAnswers(databasePath, headers).map((answer) => [answer.url, answer]))
  for (const workload of workloads) {
    if (workload === deviceWorkload) continue
    for (const url of workload.paths) {
      answers.set(url, { ...answers.get(url), ...(await record(service, workload, url)) })
    }
  }
  return [...answers.values()]
}

async function record(
  { port }: Server,
  { headers, isConditional }: Workload,
  url: string,
): Promise<RecordedAnswer> {
  const answer = toRecorded(url, await get(port, url, headers))
  if (!isConditional) return answer
  const conditional = { ...headers, 'If-None-Match': `${answer.headers['etag']}` }
  return { ...answer, notModified: (await get(port, url, conditional)).headers }
}

function toRecorded(url: string, { headers, body }: HttpAnswer): RecordedAnswer {
  return { url, headers, body: body.toString() }
}

/** Creates the responses for devices from their rows, since a hundred thousand requests would take long. */
function deviceAnswers(databasePath: string, headers: HttpAnswer['headers']): RecordedAnswer[] {
  const database = new Sqlite(databasePath, { readonly: true })
  const rows = database.prepare<[], DeviceRow>('SELECT * FROM devices').all()
  database.close()
  return rows.map((row) => {
    const body = JSON.stringify(toDevice(row, Date.now()))
    const url = `/devices/${row.id}`
    return { url, headers: { ...headers, 'content-length': `${Buffer.byteLength(body)}` }, body }
  })
}

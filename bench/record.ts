import Sqlite from 'better-sqlite3'
import type { DeviceRow } from '../src/device/repository.ts'
import { get, type HttpResponse } from './http.ts'
import type { Server } from './machine/server.ts'
import { plainHeadersFor } from './same-responses.ts'
import { toDevice } from './servers/device-row.ts'
import type { RecordedResponse } from './servers/responses.ts'
import { deviceWorkload, ordinaryWorkloads, type Workload, workloads } from './workloads.ts'

/** Returns the response to every request of the workloads, for the servers that send recorded responses. */
export async function recordResponses(service: Server, databasePath: string): Promise<RecordedResponse[]> {
  const [devicePath = ''] = deviceWorkload.paths
  const { headers } = await get(service.port, devicePath, deviceWorkload.headers)
  const responses = new Map(
    deviceResponses(databasePath, headers).map((response) => [response.url, response]),
  )
  for (const workload of [...workloads, ...ordinaryWorkloads]) {
    if (workload.paths === deviceWorkload.paths) continue
    for (const url of workload.paths) {
      responses.set(url, { ...responses.get(url), ...(await record(service, workload, url)) })
    }
  }
  return [...responses.values()]
}

async function record({ port }: Server, workload: Workload, url: string): Promise<RecordedResponse> {
  const headers = plainHeadersFor(workload, url)
  const response = toRecorded(url, await get(port, url, headers))
  if (!workload.isConditional) return response
  const conditional = { ...headers, 'If-None-Match': `${response.headers['etag']}` }
  return { ...response, notModified: (await get(port, url, conditional)).headers }
}

function toRecorded(url: string, { headers, body }: HttpResponse): RecordedResponse {
  return { url, headers, body: body.toString() }
}

/** Builds the responses for devices from their rows. Sending 100,000 requests would take too long. */
function deviceResponses(databasePath: string, headers: HttpResponse['headers']): RecordedResponse[] {
  const database = new Sqlite(databasePath, { readonly: true })
  const rows = database.prepare<[], DeviceRow>('SELECT * FROM devices').all()
  database.close()
  return rows.map((row) => {
    const body = JSON.stringify(toDevice(row, Date.now()))
    const url = `/devices/${row.id}`
    return { url, headers: { ...headers, 'content-length': `${Buffer.byteLength(body)}` }, body }
  })
}

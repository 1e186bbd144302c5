import type { Connection, ReceivedResponse } from './connection.ts'
import type { LoadRequest } from './requests.ts'

/** The correct bodies, by the name of their request. */
export type CorrectBodies = ReadonlyMap<string, Buffer>

/** The responses so far, and their times. */
export interface Tally {
  readonly statuses: Record<string, number>
  readonly wrongResponses: string[]
  /** The times of the requests with status 200. */
  readonly timesMs: number[]
  unsent: number
  /** Sends a request and measures its time from when it was due. */
  readonly time: (dueMs: number, connection: Connection, request: LoadRequest) => Promise<void>
}

export function createTally(correctBodies: CorrectBodies): Tally {
  const statuses: Record<string, number> = {}
  const wrongResponses: string[] = []
  const timesMs: number[] = []
  const time: Tally['time'] = (dueMs, connection, request) =>
    new Promise((resolve) => {
      connection.send(request.bytes, (response) => {
        const status = response instanceof Error ? response.message : `${response.status}`
        statuses[status] = (statuses[status] ?? 0) + 1
        const error =
          response instanceof Error ? undefined : errorOf(response, correctBodies.get(request.name))
        if (error !== undefined) wrongResponses.push(`${request.name}: ${error}`)
        if (status === '200') timesMs.push(performance.now() - dueMs)
        resolve()
      })
    })
  return { statuses, wrongResponses, timesMs, unsent: 0, time }
}

function errorOf(
  { status, head, body }: ReceivedResponse,
  correctBody: Buffer | undefined,
): string | undefined {
  if (status === 200) return correctBody?.equals(body) ? undefined : 'the body differs from that without load'
  if (status !== 503) return `${status}`
  if (!/\r\nretry-after: \d+\r/i.test(head)) return '503 without Retry-After'
  return /^\{"message":"[^"]+"\}$/.test(String(body)) ? undefined : '503 with an unexpected body'
}

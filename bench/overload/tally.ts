import type { Right } from './clients.ts'
import type { Answer, Connection } from './connection.ts'
import type { Question } from './questions.ts'

/** The responses so far, and how fast they were. */
export interface Tally {
  readonly statuses: Record<string, number>
  readonly faults: string[]
  /** The times of the requests that were admitted. */
  readonly timesMs: number[]
  unsent: number
  /** Sends a request, and measures its time from when it was due. */
  readonly time: (dueMs: number, connection: Connection, question: Question) => Promise<void>
}

export function createTally(right: Right): Tally {
  const statuses: Record<string, number> = {}
  const faults: string[] = []
  const timesMs: number[] = []
  const time: Tally['time'] = (dueMs, connection, question) =>
    new Promise((resolve) => {
      connection.ask(question.bytes, (answer) => {
        const status = answer instanceof Error ? answer.message : `${answer.status}`
        statuses[status] = (statuses[status] ?? 0) + 1
        const fault = answer instanceof Error ? undefined : faultOf(answer, right.get(question.name))
        if (fault !== undefined) faults.push(`${question.name}: ${fault}`)
        if (status === '200') timesMs.push(performance.now() - dueMs)
        resolve()
      })
    })
  return { statuses, faults, timesMs, unsent: 0, time }
}

function faultOf({ status, head, body }: Answer, right: Buffer | undefined): string | undefined {
  if (status === 200) return right?.equals(body) ? undefined : 'another body than without load'
  if (status !== 503) return `${status}`
  if (!/\r\nretry-after: \d+\r/i.test(head)) return '503 without Retry-After'
  return /^\{"message":"[^"]+"\}$/.test(String(body)) ? undefined : '503 with another body'
}

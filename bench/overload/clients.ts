import { setTimeout as sleep } from 'node:timers/promises'
import { Connection, type ReceivedResponse } from './connection.ts'
import { type LoadRequest, requestAt } from './requests.ts'
import { type CorrectBodies, createTally, type Tally } from './tally.ts'

/** Fewer than the 10,000 connections that a process accepts by default. */
const MAX_CONNECTIONS = 4000
const STEP_MS = 2
const SETTLE_TIMEOUT_MS = 30_000

/** Runs `clients` clients, each of which sends one request after another without a pause. */
export async function sendWithoutPause(
  port: number,
  clients: number,
  ms: number,
  correctBodies: CorrectBodies,
): Promise<Tally> {
  const tally = createTally(correctBodies)
  const endMs = performance.now() + ms
  let sent = 0
  const client = async () => {
    const connection = new Connection(port)
    while (performance.now() < endMs) await tally.time(performance.now(), connection, requestAt(sent++))
    connection.close()
  }
  await Promise.all(Array.from({ length: clients }, client))
  return tally
}

/**
 * Sends requests at a rate, whether or not earlier responses have arrived, each on an idle connection or on a new
 * one. If all connections are in use, the request waits. Its time is measured from when it was due.
 * @returns resolves when the load ends; `settled` resolves when no request is in flight
 */
export async function sendAtRate(
  port: number,
  perSecond: number,
  ms: number,
  correctBodies: CorrectBodies,
): Promise<{ tally: Tally; settled: Promise<void> }> {
  const tally = createTally(correctBodies)
  const idle: Connection[] = []
  const due: { request: LoadRequest; dueMs: number }[] = []
  let open = 0
  let head = 0
  const startMs = performance.now()

  function send(): void {
    while (head < due.length) {
      const connection = idle.pop() ?? (open < MAX_CONNECTIONS ? openConnection() : undefined)
      const next = due[head]
      if (connection === undefined || next === undefined) return
      head++
      void tally.time(next.dueMs, connection, next.request).then(() => release(connection))
    }
  }
  function openConnection(): Connection {
    open++
    return new Connection(port)
  }
  function release(connection: Connection): void {
    if (connection.isClosed) open--
    else idle.push(connection)
    send()
  }

  for (let elapsedMs = 0; elapsedMs < ms; elapsedMs = performance.now() - startMs) {
    for (; due.length < (elapsedMs * perSecond) / 1000; ) {
      due.push({ request: requestAt(due.length), dueMs: startMs + (due.length * 1000) / perSecond })
    }
    send()
    await sleep(STEP_MS)
  }
  // The load has ended. Requests that still wait are never sent.
  tally.unsent = due.length - head
  head = due.length
  return { tally, settled: settle(idle, () => open) }
}

async function settle(idle: Connection[], open: () => number): Promise<void> {
  const endMs = performance.now() + SETTLE_TIMEOUT_MS
  while (idle.length < open() && performance.now() < endMs) await sleep(STEP_MS)
  for (const connection of idle) connection.close()
}

/** Sends one request on a new connection. */
export function sendOnce(port: number, request: LoadRequest): Promise<ReceivedResponse | Error> {
  return new Promise((resolve) => {
    const connection = new Connection(port)
    connection.send(request.bytes, (response) => {
      connection.close()
      resolve(response)
    })
  })
}

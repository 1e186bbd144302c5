import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Database, importDocument } from 'signage-service'
import type { Server } from '../machine/server.ts'
import { MENUS } from '../soak/writer.ts'
import { sendOnce } from './clients.ts'
import { PROBE_REQUEST } from './requests.ts'

const KEY = 'unread-key'
const CONNECTIONS = 40
const REQUESTS_OF_CONNECTION = 25
const UNREAD_MS = 15_000
const PAUSE_MS = 50

/** What another client got, and how much memory the service used, while one key read none of its responses. */
export interface UnreadLoad {
  readonly beforeBytes: number
  readonly peakBytes: number
  readonly failures: number
  readonly timesMs: number[]
}

/** Adds the key that reads nothing. */
export async function addUnreadKey(database: Database): Promise<void> {
  const menus = Array.from({ length: MENUS }, (_, n) => `menu-${n}`)
  await importDocument(database, { apiKeys: [{ key: KEY, name: 'unread', user: 'ops', scopes: [], menus }] })
}

/** Requests all menus in many different ways, and reads nothing, while another key makes a request from time to time. */
export async function leaveUnread(server: Server): Promise<UnreadLoad> {
  const beforeBytes = (await server.usage()).rssBytes
  const sockets = Array.from({ length: CONNECTIONS }, (_, index) => requestAll(server.port, index))
  const timesMs: number[] = []
  let [peakBytes, failures] = [beforeBytes, 0]
  for (const endMs = performance.now() + UNREAD_MS; performance.now() < endMs; await sleep(PAUSE_MS)) {
    const sentMs = performance.now()
    const response = await sendOnce(server.port, PROBE_REQUEST)
    timesMs.push(performance.now() - sentMs)
    if (response instanceof Error || response.status !== 200) failures++
    peakBytes = Math.max(peakBytes, (await server.usage()).rssBytes)
  }
  for (const socket of sockets) socket.destroy()
  return { beforeBytes, peakBytes, failures, timesMs }
}

function requestAll(port: number, index: number) {
  const requests = Array.from(
    { length: REQUESTS_OF_CONNECTION },
    (_, n) =>
      `GET /v1/groups?depth=${index * REQUESTS_OF_CONNECTION + n} HTTP/1.1\r\nHost: x\r\nX-API-Key: ${KEY}\r\n\r\n`,
  )
  const socket = connect(port, '127.0.0.1', () => socket.pause().write(requests.join('')))
  return socket.on('error', () => {})
}

import { setTimeout as sleep } from 'node:timers/promises'

/*
 * Run as a process of its own: one key changes an item of a large menu ten times a second, and replaces that menu again and again,
 * while another key changes, reads and reports heartbeats, in turn at each of several servers of one database. It prints what
 * `Neighbours` says, as JSON. Arguments: the ports, separated by commas, for how many seconds, how many items the menu has, and
 * `same` or `other` for whether each replacement is what is stored already, or has other prices.
 */
const [portList = '', seconds = '', items = '', prices = ''] = process.argv.slice(2)
const ports = portList.split(',')
const endMs = performance.now() + Number(seconds) * 1000

export interface Neighbours {
  /** How long the changes and reads of the other key took. */
  readonly changeP99Ms: number
  readonly readP99Ms: number
  readonly heartbeatP99Ms: number
  /** How many of its requests were not answered with 2xx. */
  readonly refused: number
  /** How many responses the first key got, by status. */
  readonly changes: Readonly<Record<string, number>>
  readonly replacements: Readonly<Record<string, number>>
}

const LARGE = 'benchmark-key-of-large-menu'
const SMALL = 'benchmark-key-of-small-menu'
const durations = { change: [] as number[], read: [] as number[], heartbeat: [] as number[] }
const statuses = { changes: {} as Record<string, number>, replacements: {} as Record<string, number> }
let refused = 0

function send(port: string, key: string, method: string, path: string, body?: string) {
  const headers: Record<string, string> = { 'x-api-key': key, authorization: `Bearer ${key}` }
  if (body !== undefined) headers['content-type'] = 'application/json'
  return fetch(`http://127.0.0.1:${port}${path}`, {
    method,
    headers,
    ...(body === undefined ? {} : { body }),
  })
}

/** Sends requests at an interval, whether or not earlier ones were answered. */
async function every(intervalMs: number, request: (n: number) => Promise<void>): Promise<void> {
  const sent: Promise<void>[] = []
  for (let n = 0; performance.now() < endMs; n++) {
    sent.push(request(n))
    await sleep(intervalMs)
  }
  await Promise.all(sent)
}

const portOf = (n: number) => ports[n % ports.length] ?? ''
const itemPath = (id: string) => `/v1/items/${id}`

async function counted(counts: Record<string, number>, response: Promise<Response>): Promise<void> {
  const { status, body } = await response
  await body?.cancel()
  counts[status] = (counts[status] ?? 0) + 1
}

async function timed(of: number[], response: Promise<Response>): Promise<void> {
  const startMs = performance.now()
  const { ok, body } = await response
  await body?.cancel()
  of.push(performance.now() - startMs)
  if (!ok) refused++
}

function menuWithPrice(price: number): string {
  const list = Array.from({ length: Number(items) }, (_, n) => ({
    id: `large-${n}`,
    name: `Item ${n}`,
    price,
  }))
  return JSON.stringify({ name: 'Large', groups: [{ id: 'large', name: 'All', items: list }] })
}

async function replaceAgainAndAgain(): Promise<void> {
  const bodies = prices === 'same' ? [menuWithPrice(1)] : [menuWithPrice(1), menuWithPrice(2)]
  for (let n = 0; performance.now() < endMs; n++)
    await counted(
      statuses.replacements,
      send(portOf(0), LARGE, 'PUT', '/v1/menus/large', bodies[n % bodies.length]),
    )
}

const p99 = (of: readonly number[]) => of.toSorted((a, b) => a - b)[Math.ceil(of.length * 0.99) - 1] ?? 0

await Promise.all([
  replaceAgainAndAgain(),
  every(100, (n) =>
    counted(
      statuses.changes,
      send(portOf(0), LARGE, 'PATCH', itemPath('large-7'), JSON.stringify({ calories: n })),
    ),
  ),
  every(50, (n) =>
    timed(durations.change, send(portOf(n), SMALL, 'PATCH', itemPath('soup'), JSON.stringify({ price: n }))),
  ),
  every(50, (n) => timed(durations.heartbeat, send(portOf(n), SMALL, 'POST', '/devices/van/heartbeats'))),
  every(20, (n) => timed(durations.read, send(portOf(n), SMALL, 'GET', '/v1/groups'))),
  every(20, (n) => timed(durations.read, send(portOf(n), SMALL, 'GET', '/devices/van'))),
])
const result: Neighbours = {
  changeP99Ms: p99(durations.change),
  readP99Ms: p99(durations.read),
  heartbeatP99Ms: p99(durations.heartbeat),
  refused,
  ...statuses,
}
console.log(JSON.stringify(result))

import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { LRUCache } from 'lru-cache'
import { type Connection, connectTo, type Received } from './connection.ts'
import type { StressTest } from './stress-test.ts'
import { type Moment, momentOf, REQUESTS, toLatestMoment, type VersionedRequest } from './versions.ts'

function decode(bytes: Buffer, encoding: string | undefined): Buffer {
  if (encoding === 'br') return brotliDecompressSync(bytes)
  return encoding === 'gzip' ? gunzipSync(bytes) : bytes
}

interface Client {
  readonly number: number
  readonly key: string
  /** To each server. */
  readonly connections: readonly Connection[]
  /** Its last responses by request, from either server. */
  readonly known: Map<string, { readonly etag: string; readonly moment: Partial<Moment> }>
  /** The newest version and step that it has seen. */
  readonly newest: { -readonly [Kind in keyof Moment]: number }
}

interface PlannedRequest {
  readonly request: VersionedRequest
  readonly server: number
  /** Identifies the request, whichever server it is sent to. */
  readonly requestKey: string
  readonly headers: { readonly 'accept-encoding'?: string }
  readonly isConditional: boolean
}

const ENCODINGS: readonly PlannedRequest['headers'][] = [
  {},
  { 'accept-encoding': 'br' },
  { 'accept-encoding': 'gzip' },
]
const SENDS_PER_REQUEST = 4

/** Sends one request after the other, and checks every response, until the stress test is over. */
export async function readUntilOver(
  number: number,
  key: string,
  servers: readonly string[],
  stress: StressTest,
): Promise<void> {
  const connections = servers.map(connectTo)
  const client = { number, key, connections, known: new Map(), newest: { version: 0, step: 0 } }
  try {
    for (let n = number * SENDS_PER_REQUEST; !stress.isOver(); n++) {
      await sendAndCheck(client, planRequest(n, servers.length), stress)
    }
  } finally {
    for (const connection of connections) connection.close()
  }
}

/** Each request is sent to both servers, and then to both with the ETag of the previous response. */
function planRequest(n: number, servers: number): PlannedRequest {
  const index = Math.floor(n / SENDS_PER_REQUEST)
  const request = pick(REQUESTS, index)
  const headers = pick(ENCODINGS, index)
  return {
    request,
    server: n % servers,
    requestKey: JSON.stringify([request.path, headers]),
    headers,
    isConditional: n % SENDS_PER_REQUEST >= servers,
  }
}

async function sendAndCheck(client: Client, planned: PlannedRequest, stress: StressTest): Promise<void> {
  const known = planned.isConditional ? client.known.get(planned.requestKey) : undefined
  const headers = { ...planned.headers, ...(known ? { 'if-none-match': known.etag } : {}) }
  const floor = stress.committed()
  const recordResponse = stress.recordRequest(`${client.key} ${planned.server} ${planned.requestKey}`)
  const { path } = planned.request
  const connection = pick(client.connections, planned.server)
  const response = await connection.get(path, { 'x-api-key': client.key, ...headers })
  recordResponse()
  try {
    const started = stress.started()
    const isKnown = known !== undefined && response.status === 304
    const moment = isKnown ? toLatestMoment(known.moment, started) : readMoment(planned, response, started)
    checkOrder(moment, { floor, newest: client.newest, started })
    remember(client, planned.requestKey, response, moment)
    count(response, stress)
  } catch (error) {
    const { message } = error as Error
    const request = `GET ${path} of server ${planned.server} ${JSON.stringify(headers)}`
    stress.errors.push(`Client ${client.number}, ${request}: the ${response.status} ${message}`)
  }
}

function readMoment(
  { request, headers }: PlannedRequest,
  { status, bytes, encoding }: Received,
  started: Moment,
): Partial<Moment> {
  if (status !== 200) throw new Error(`is ${decode(bytes, encoding)}`)
  if (encoding && encoding !== headers['accept-encoding'])
    throw new Error(`has the content encoding ${encoding}`)
  return toLatestMoment(momentIn(request, bytes, encoding), started)
}

/** The moments that responses showed, by their bytes: all clients receive the same ones between two writes. */
const moments = new LRUCache<string, Partial<Moment>>({ max: 500 })

function momentIn(request: VersionedRequest, bytes: Buffer, encoding: string | undefined): Partial<Moment> {
  const response = `${request.path} ${encoding} ${bytes.toString('latin1')}`
  const known = moments.get(response)
  if (known) return known
  const moment = momentOf(request, decode(bytes, encoding).toString())
  moments.set(response, moment)
  return moment
}

interface Bounds {
  /** The last commit before the request. */
  readonly floor: Moment
  readonly newest: Moment
  readonly started: Moment
}

function checkOrder(moment: Partial<Moment>, { floor, newest, started }: Bounds): void {
  for (const kind of ['version', 'step'] as const) {
    const seen = moment[kind]
    if (seen === undefined) continue
    const shows = `shows ${kind} ${seen}, though`
    if (seen < floor[kind]) throw new Error(`${shows} ${floor[kind]} was committed before the request`)
    if (seen < newest[kind]) throw new Error(`${shows} this client has seen ${newest[kind]} before`)
    if (seen > started[kind]) throw new Error(`${shows} only ${started[kind]} have been written`)
  }
}

function remember(client: Client, requestKey: string, { etag }: Received, moment: Partial<Moment>): void {
  Object.assign(client.newest, moment)
  if (etag !== undefined) client.known.set(requestKey, { etag, moment })
}

function count({ status, encoding }: Received, { counts }: StressTest): void {
  counts.reads++
  if (status === 304) counts.notModified++
  if (encoding !== undefined) counts.compressed++
}

function pick<Member>(list: readonly Member[], n: number): Member {
  const member = list[n % list.length]
  if (member === undefined) throw new Error('The list is empty.')
  return member
}

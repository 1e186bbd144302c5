import { Agent, get, type IncomingMessage } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import type { StressTest } from './stress-test.ts'
import { type Moment, momentOf, REQUESTS, toLatestMoment, type VersionedRequest } from './versions.ts'

interface GetResponse {
  readonly status: number
  readonly encoding: string | undefined
  readonly etag: string | undefined
  /** Decoded. */
  readonly body: string
}

/** Sends a GET on a persistent connection. */
export function sendGet(url: string, headers: Record<string, string>, agent: Agent): Promise<GetResponse> {
  return new Promise((resolve, reject) => {
    const fail = ({ message }: Error) =>
      reject(new Error(`GET ${url} ${JSON.stringify(headers)}: ${message}`))
    get(url, { headers, agent }, (response) => readResponse(response).then(resolve, fail)).on('error', fail)
  })
}

async function readResponse(response: IncomingMessage): Promise<GetResponse> {
  const { etag, 'content-encoding': encoding } = response.headers
  const bytes = await buffer(response)
  return { status: response.statusCode ?? 0, encoding, etag, body: decode(bytes, encoding).toString() }
}

function decode(bytes: Buffer, encoding: string | undefined): Buffer {
  if (encoding === 'br') return brotliDecompressSync(bytes)
  return encoding === 'gzip' ? gunzipSync(bytes) : bytes
}

interface Client {
  readonly number: number
  readonly key: string
  readonly agent: Agent
  /** Its last responses by request, from either server. */
  readonly known: Map<string, { readonly etag: string; readonly moment: Partial<Moment> }>
  /** The newest version and step that it has seen. */
  readonly newest: { -readonly [Kind in keyof Moment]: number }
}

interface PlannedRequest {
  readonly request: VersionedRequest
  readonly url: string
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
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const client = { number, key, agent, known: new Map(), newest: { version: 0, step: 0 } }
  try {
    for (let n = number * SENDS_PER_REQUEST; !stress.isOver(); n++) {
      await sendAndCheck(client, planRequest(n, servers), stress)
    }
  } finally {
    agent.destroy()
  }
}

/** Each request is sent to both servers, and then to both with the ETag of the previous response. */
function planRequest(n: number, servers: readonly string[]): PlannedRequest {
  const index = Math.floor(n / SENDS_PER_REQUEST)
  const request = pick(REQUESTS, index)
  const headers = pick(ENCODINGS, index)
  return {
    request,
    url: `${pick(servers, n)}${request.path}`,
    requestKey: JSON.stringify([request.path, headers]),
    headers,
    isConditional: n % SENDS_PER_REQUEST >= servers.length,
  }
}

async function sendAndCheck(client: Client, planned: PlannedRequest, stress: StressTest): Promise<void> {
  const known = planned.isConditional ? client.known.get(planned.requestKey) : undefined
  const headers = { ...planned.headers, ...(known ? { 'if-none-match': known.etag } : {}) }
  const floor = stress.committed()
  const recordResponse = stress.recordRequest(`${client.key} ${planned.url} ${planned.requestKey}`)
  const response = await sendGet(planned.url, { 'x-api-key': client.key, ...headers }, client.agent)
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
    const request = `GET ${planned.url} ${JSON.stringify(headers)}`
    stress.errors.push(`Client ${client.number}, ${request}: the ${response.status} ${message}`)
  }
}

function readMoment(
  { request, headers }: PlannedRequest,
  { status, body, encoding }: GetResponse,
  started: Moment,
): Partial<Moment> {
  if (status !== 200) throw new Error(`is ${body}`)
  if (encoding && encoding !== headers['accept-encoding'])
    throw new Error(`has the content encoding ${encoding}`)
  return momentOf(request, body, started)
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

function remember(client: Client, requestKey: string, { etag }: GetResponse, moment: Partial<Moment>): void {
  Object.assign(client.newest, moment)
  if (etag !== undefined) client.known.set(requestKey, { etag, moment })
}

function count({ status, encoding }: GetResponse, { counts }: StressTest): void {
  counts.reads++
  if (status === 304) counts.notModified++
  if (encoding !== undefined) counts.compressed++
}

function pick<Member>(list: readonly Member[], n: number): Member {
  const member = list[n % list.length]
  if (member === undefined) throw new Error('The list is empty.')
  return member
}

import { Agent, get, type IncomingMessage } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import type { Fire } from './fire.ts'
import { type Moment, momentOf, QUESTIONS, type Question, retell } from './versions.ts'

interface Reply {
  readonly status: number
  readonly coding: string | undefined
  readonly etag: string | undefined
  /** Decoded. */
  readonly body: string
}

/** Sends a GET on a persistent connection. */
export function ask(url: string, headers: Record<string, string>, agent: Agent): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const fail = ({ message }: Error) =>
      reject(new Error(`GET ${url} ${JSON.stringify(headers)}: ${message}`))
    get(url, { headers, agent }, (answer) => readReply(answer).then(resolve, fail)).on('error', fail)
  })
}

async function readReply(answer: IncomingMessage): Promise<Reply> {
  const { etag, 'content-encoding': coding } = answer.headers
  const bytes = await buffer(answer)
  return { status: answer.statusCode ?? 0, coding, etag, body: decode(bytes, coding).toString() }
}

function decode(bytes: Buffer, coding: string | undefined): Buffer {
  if (coding === 'br') return brotliDecompressSync(bytes)
  return coding === 'gzip' ? gunzipSync(bytes) : bytes
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

interface Turn {
  readonly question: Question
  readonly url: string
  /** Identifies the request, whichever server it is sent to. */
  readonly asked: string
  readonly coding: { readonly 'accept-encoding'?: string }
  readonly isConditional: boolean
}

const CODINGS: readonly Turn['coding'][] = [{}, { 'accept-encoding': 'br' }, { 'accept-encoding': 'gzip' }]
const TURNS_PER_QUESTION = 4

/** Sends one request after the other, and checks every response, until the fire is over. */
export async function readOn(
  number: number,
  key: string,
  servers: readonly string[],
  fire: Fire,
): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const client = { number, key, agent, known: new Map(), newest: { version: 0, step: 0 } }
  try {
    for (let n = number * TURNS_PER_QUESTION; !fire.isOver(); n++) {
      await takeTurn(client, turnOf(n, servers), fire)
    }
  } finally {
    agent.destroy()
  }
}

/** Each request is sent to both servers, and then to both with the ETag of the previous response. */
function turnOf(n: number, servers: readonly string[]): Turn {
  const round = Math.floor(n / TURNS_PER_QUESTION)
  const question = pick(QUESTIONS, round)
  const coding = pick(CODINGS, round)
  return {
    question,
    url: `${pick(servers, n)}${question.path}`,
    asked: JSON.stringify([question.path, coding]),
    coding,
    isConditional: n % TURNS_PER_QUESTION >= servers.length,
  }
}

async function takeTurn(client: Client, turn: Turn, fire: Fire): Promise<void> {
  const known = turn.isConditional ? client.known.get(turn.asked) : undefined
  const headers = { ...turn.coding, ...(known ? { 'if-none-match': known.etag } : {}) }
  const floor = fire.committed()
  const noteAnswer = fire.watchCalm(`${client.key} ${turn.url} ${turn.asked}`)
  const reply = await ask(turn.url, { 'x-api-key': client.key, ...headers }, client.agent)
  noteAnswer()
  try {
    const begun = fire.begun()
    const isKnown = known !== undefined && reply.status === 304
    const moment = isKnown ? retell(known.moment, begun) : read(turn, reply, begun)
    checkOrder(moment, { floor, newest: client.newest, begun })
    learn(client, turn.asked, reply, moment)
    count(reply, fire)
  } catch (error) {
    const { message } = error as Error
    const request = `GET ${turn.url} ${JSON.stringify(headers)}`
    fire.faults.push(`Client ${client.number}, ${request}: the ${reply.status} ${message}`)
  }
}

function read({ question, coding }: Turn, reply: Reply, begun: Moment): Partial<Moment> {
  const { status, body, coding: answered } = reply
  if (status !== 200) throw new Error(`is ${body}`)
  if (answered && answered !== coding['accept-encoding']) throw new Error(`has the coding ${answered}`)
  return momentOf(question, body, begun)
}

interface Bounds {
  /** What was committed before the request. */
  readonly floor: Moment
  readonly newest: Moment
  readonly begun: Moment
}

function checkOrder(moment: Partial<Moment>, { floor, newest, begun }: Bounds): void {
  for (const kind of ['version', 'step'] as const) {
    const seen = moment[kind]
    if (seen === undefined) continue
    const shows = `shows ${kind} ${seen}, though`
    if (seen < floor[kind]) throw new Error(`${shows} ${floor[kind]} was committed before it was asked`)
    if (seen < newest[kind]) throw new Error(`${shows} this client has seen ${newest[kind]} before`)
    if (seen > begun[kind]) throw new Error(`${shows} only ${begun[kind]} have been written`)
  }
}

function learn(client: Client, asked: string, { etag }: Reply, moment: Partial<Moment>): void {
  Object.assign(client.newest, moment)
  if (etag !== undefined) client.known.set(asked, { etag, moment })
}

function count({ status, coding }: Reply, { counts }: Fire): void {
  counts.reads++
  if (status === 304) counts.notModified++
  if (coding !== undefined) counts.compressed++
}

function pick<Member>(list: readonly Member[], n: number): Member {
  const member = list[n % list.length]
  if (member === undefined) throw new Error('There is nothing to choose from.')
  return member
}

import { createServer, type Socket } from 'node:net'
import pg from 'pg'
import { listen } from './listen.ts'

const SSL_REQUEST = 80_877_103
const READY = Buffer.from('Z\0\0\0\x05I', 'latin1')
const AUTHENTICATED = Buffer.concat([Buffer.from('R\0\0\0\x08\0\0\0\0', 'latin1'), READY])
const CLOSE_COMPLETE = '3'

/** A message of PostgreSQL's protocol: its type, and all of its bytes. */
interface Message {
  readonly type: string
  readonly bytes: Buffer
}

/**
 * Starts a pooler in front of a server, as a strict one in transaction mode may be: all clients with the same settings share one
 * session, transaction by transaction, and statements keep the names that clients give them. The client that prepares a name last
 * decides what it is.
 * @param url of the database
 * @param pass what to send to the server for a message: by default, a name is forgotten before a client prepares it
 */
export async function startPooler(url: string, pass = withoutOther) {
  const sessions = new Map<string, Promise<Session>>()
  const sockets = new Set<Socket>()
  const sessionFor = (parameters: Parameters) => {
    const key = JSON.stringify([parameters['options'], parameters['statement_timeout']])
    const session = sessions.get(key) ?? openSession(url, parameters, pass)
    sessions.set(key, session)
    return session
  }
  const server = createServer((socket) => {
    sockets.add(socket.on('error', () => {}))
    serve(socket, sessionFor).catch(() => socket.destroy())
  })
  const port = await listen(server)
  return {
    url: url.replace(/@[^/]+/, `@127.0.0.1:${port}`),
    /** The number of sessions that all clients have shared. */
    sessions: () => sessions.size,
    async close() {
      for (const socket of sockets) socket.destroy()
      server.close()
      for (const session of sessions.values()) (await session).end()
    },
  }
}

type Parameters = Readonly<Record<string, string>>
type Session = Awaited<ReturnType<typeof openSession>>

/** Passes the messages of a client to its session, up to the end of a transaction at a time. */
async function serve(
  socket: Socket,
  sessionFor: (parameters: Parameters) => Promise<Session>,
): Promise<void> {
  const reader = createReader(socket)
  const session = await sessionFor(await readStartup(reader, socket))
  socket.write(AUTHENTICATED)
  let release: (() => void) | undefined
  try {
    for (;;) {
      const unit = await readUnit(reader)
      release ??= await session.acquire()
      const isInTransaction = await session.exchange(unit, socket)
      if (isInTransaction) continue
      release()
      release = undefined
    }
  } finally {
    if (release) await session.exchange([queryOf('ROLLBACK')]).finally(release)
  }
}

/** One session on the server, which one client after the other uses. */
async function openSession(
  url: string,
  { options, statement_timeout }: Parameters,
  pass: (message: Message) => Buffer,
) {
  const client = new pg.Client({
    connectionString: url,
    ...(options === undefined ? {} : { options }),
    statement_timeout: Number(statement_timeout ?? 0),
  })
  client.on('error', () => {})
  await client.connect()
  // From here on, the messages are those of the clients.
  const { stream } = client.connection
  stream.removeAllListeners('data')
  const reader = createReader(stream)
  let last = Promise.resolve()

  return {
    /** Waits until no other client has a transaction. @returns a function that ends the turn */
    async acquire(): Promise<() => void> {
      const before = last
      const { promise, resolve } = withResolver()
      last = promise
      await before
      return resolve
    },
    /** Runs messages up to a Sync. @returns whether a transaction is open afterwards */
    async exchange(unit: readonly Message[], to?: Socket): Promise<boolean> {
      for (const message of unit) stream.write(pass(message))
      for (;;) {
        const message = await reader.message()
        if (message.type !== CLOSE_COMPLETE) to?.write(message.bytes)
        if (message.type === 'Z') return message.bytes.toString('latin1', 5) !== 'I'
      }
    },
    end: () => stream.destroy(),
  }
}

function withResolver() {
  let resolve = () => {}
  const promise = new Promise<void>((done) => {
    resolve = done
  })
  return { promise, resolve }
}

/** Before a client prepares a name, what another one has prepared under it is forgotten. */
function withoutOther({ type, bytes }: Message): Buffer {
  const name = type === 'P' ? bytes.subarray(5, bytes.indexOf(0, 5)) : ''
  return name.length === 0 ? bytes : Buffer.concat([messageOf('C', Buffer.from(`S${name}\0`)), bytes])
}

function queryOf(sql: string): Message {
  return { type: 'Q', bytes: messageOf('Q', Buffer.from(`${sql}\0`)) }
}

function messageOf(type: string, body: Buffer): Buffer {
  const length = Buffer.alloc(4)
  length.writeInt32BE(body.length + 4)
  return Buffer.concat([Buffer.from(type), length, body])
}

async function readUnit(reader: Reader): Promise<Message[]> {
  const unit: Message[] = []
  for (;;) {
    const message = await reader.message()
    if (message.type === 'X') throw new Error('The client has ended.')
    unit.push(message)
    if (message.type === 'S' || message.type === 'Q') return unit
  }
}

async function readStartup(reader: Reader, socket: Socket): Promise<Parameters> {
  for (;;) {
    const body = await reader.body()
    if (body.readInt32BE(0) !== SSL_REQUEST) {
      const words = body.toString('utf8', 4).split('\0')
      return Object.fromEntries(words.flatMap((word, n) => (n % 2 === 0 ? [[word, words[n + 1] ?? '']] : [])))
    }
    socket.write('N')
  }
}

type Reader = ReturnType<typeof createReader>

/** Reads the messages of a stream one by one. */
function createReader(stream: NodeJS.ReadableStream) {
  let received = Buffer.alloc(0)
  let wake = () => {}
  let isClosed = false
  stream.on('data', (chunk: Buffer) => {
    received = Buffer.concat([received, chunk])
    wake()
  })
  stream.on('close', () => {
    isClosed = true
    wake()
  })

  async function take(count: number): Promise<Buffer> {
    while (received.length < count) {
      if (isClosed) throw new Error('The connection was closed.')
      await new Promise<void>((resolve) => {
        wake = resolve
      })
    }
    const taken = received.subarray(0, count)
    received = received.subarray(count)
    return taken
  }

  async function body(): Promise<Buffer> {
    const length = (await take(4)).readInt32BE(0)
    return take(length - 4)
  }

  return {
    body,
    async message(): Promise<Message> {
      const type = (await take(1)).toString('latin1')
      return { type, bytes: messageOf(type, await body()) }
    },
  }
}

import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { API_KEY, DEVICES } from '../data/database.ts'
import { deviceId } from '../data/devices.ts'

/*
 * Run as a process of its own: reports heartbeats over HTTP, as a fleet does: each device in its turn, on one of many
 * connections, whether or not earlier ones were answered. It may request the devices instead, in the same way.
 * Arguments: POST or GET, the port, the number of requests per second, and for how many seconds; without these, until it is
 * killed. It prints the number of responses, and fails if one of them is an error.
 */
const [method = 'POST', ...numbers] = process.argv.slice(2)
const [port = 0, perSecond = 0, seconds = Number.POSITIVE_INFINITY] = numbers.map(Number)
const INTERVAL_MS = 5
/** Enough for a server that takes a second to respond. They are used in turn, since the server closes those that are not used. */
const CONNECTIONS = perSecond
/** An odd factor that visits all devices in an order of its own. */
const STEP = 61_417
const SUCCESS = method === 'POST' ? 'HTTP/1.1 204' : 'HTTP/1.1 200'

const free: Socket[] = []
let sent = 0
let responses = 0
for (let n = 0; n < CONNECTIONS; n++) {
  const socket = connect(port, '127.0.0.1')
  await once(socket, 'connect')
  free.push(socket)
  socket.on('data', (chunk) => {
    if (!chunk.toString('latin1').startsWith(SUCCESS)) throw new Error(`A response was: ${chunk}`)
    responses++
    free.push(socket)
  })
}

const startedAtMs = performance.now()
const timer = setInterval(() => {
  const elapsedSeconds = (performance.now() - startedAtMs) / 1000
  if (elapsedSeconds > seconds) finish()
  else for (const due = elapsedSeconds * perSecond; sent < due; sent++) send(free.shift())
}, INTERVAL_MS)

function send(socket: Socket | undefined): void {
  if (socket === undefined) throw new Error('No connection is free: the server is too slow for this load.')
  const id = deviceId((sent * STEP) % DEVICES)
  const path = method === 'POST' ? `/devices/${id}/heartbeats` : `/devices/${id}`
  const length = method === 'POST' ? 'Content-Length: 0\r\n' : ''
  socket.write(
    `${method} ${path} HTTP/1.1\r\nHost: test\r\nAuthorization: Bearer ${API_KEY}\r\n${length}\r\n`,
  )
}

function finish(): void {
  clearInterval(timer)
  setTimeout(() => {
    if (responses !== sent) throw new Error(`${sent - responses} of ${sent} requests got no response.`)
    process.stdout.write(`${responses}\n`)
    process.exit(0)
  }, 1000)
}

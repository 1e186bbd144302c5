import { Agent, request } from 'node:http'
import { API_KEY, DEVICES } from '../data/database.ts'
import { deviceId } from '../data/devices.ts'
import { createRandom } from '../data/random.ts'

/*
 * Run as a process of its own: reports heartbeats of random devices over HTTP, until it is killed.
 * Arguments: the port, and the number of heartbeats per second.
 */
const [port = 0, perSecond = 0] = process.argv.slice(2).map(Number)
const INTERVAL_MS = 5
const agent = new Agent({ keepAlive: true, maxSockets: 400 })
const headers = { authorization: `Bearer ${API_KEY}` }
const random = createRandom(perSecond)
const startedAtMs = performance.now()
let sent = 0

setInterval(() => {
  const due = ((performance.now() - startedAtMs) / 1000) * perSecond
  for (; sent < due; sent++) report(deviceId(random.integer(0, DEVICES - 1)))
}, INTERVAL_MS)

function report(id: string): void {
  const options = {
    agent,
    host: '127.0.0.1',
    port,
    method: 'POST',
    path: `/devices/${id}/heartbeats`,
    headers,
  }
  const outgoing = request(options, (response) => {
    if (response.statusCode !== 204) throw new Error(`A heartbeat got the status ${response.statusCode}.`)
    response.resume()
  })
  outgoing.end()
}

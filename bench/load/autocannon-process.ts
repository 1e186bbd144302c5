// Runs autocannon once, in a separate process that can be pinned to a core. Argument: the plan as JSON.

import { readFileSync } from 'node:fs'
import autocannon from 'autocannon'
import { createRandom } from '../data/random.ts'
import type { LoadPlan, LoadResult } from './load.ts'

const { port, requestsFile, headers, connections, seconds, seed }: LoadPlan = JSON.parse(`${process.argv[2]}`)
const lines = readFileSync(requestsFile, 'utf8').trimEnd().split('\n')
const random = createRandom(seed)

const result = await autocannon({
  url: `http://127.0.0.1:${port}`,
  connections,
  duration: seconds,
  timeout: 60,
  headers: { ...headers },
  requests: [
    lines.length === 1
      ? toRequest(lines[0])
      : { setupRequest: (request) => ({ ...request, ...toRequest(random.pick(lines)) }) },
  ],
})

const { requests, duration, latency, errors, timeouts } = result
const load: LoadResult = {
  requests: requests.total,
  seconds: duration,
  p50Ms: latency.p50,
  p99Ms: latency.p99,
  errors: errors + timeouts + result['4xx'] + result['5xx'],
}
process.stdout.write(JSON.stringify(load))

function toRequest(line = '/') {
  const [path, key] = line.split('\t')
  return { path, headers: key === undefined ? { ...headers } : { ...headers, 'X-API-Key': key } }
}

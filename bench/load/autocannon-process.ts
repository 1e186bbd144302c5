// Runs autocannon once, in a separate process that can be pinned to a core. Argument: the plan as JSON.

import { readFileSync } from 'node:fs'
import autocannon from 'autocannon'
import { createRandom } from '../data/random.ts'
import type { LoadPlan, LoadResult } from './load.ts'

const { port, pathsFile, headers, connections, seconds, seed }: LoadPlan = JSON.parse(`${process.argv[2]}`)
const paths = readFileSync(pathsFile, 'utf8').trimEnd().split('\n')
const random = createRandom(seed)
const [path = '/'] = paths

const result = await autocannon({
  url: `http://127.0.0.1:${port}`,
  connections,
  duration: seconds,
  timeout: 60,
  headers: { ...headers },
  requests: [
    paths.length === 1 ? { path } : { setupRequest: (request) => ({ ...request, path: random.pick(paths) }) },
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

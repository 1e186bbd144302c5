// Prints the median time of JSON.stringify for the largest response, in milliseconds. This is a separate
// process, so that it can be pinned to a core. Argument: the port of the service.

import { get } from '../http.ts'
import { median } from '../measure.ts'
import { treeWorkload } from '../workloads.ts'

const WARM_UP = 10
const RUNS = 50

const { body } = await get(Number(process.argv[2]), treeWorkload.paths[0] ?? '/', treeWorkload.headers)
const tree: unknown = JSON.parse(body.toString())
const times = Array.from({ length: WARM_UP + RUNS }, () => {
  const startMs = performance.now()
  JSON.stringify(tree)
  return performance.now() - startMs
})
process.stdout.write(`${median(times.slice(WARM_UP))}`)

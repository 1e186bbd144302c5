import cluster, { type Worker } from 'node:cluster'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { AggregatorRegistry, Gauge, type PrometheusContentType, type Registry } from 'prom-client'
import { CommandError } from '../lib/command-error.ts'

/** How long the supervisor waits for the metrics of a worker, which may hang. */
const WORKER_TIMEOUT_MS = 1000

type WorkerMetrics = Awaited<ReturnType<Registry['getMetricsAsJSON']>>

type Request = { readonly metricsRequest: number }
type Response = Request & { readonly metrics: WorkerMetrics }

/** Serves metrics on a separate port, so that clients of the service need no access to them. */
export async function serveMetrics(
  source: { readonly contentType: string; readonly metrics: () => Promise<string> },
  { host, port }: { readonly host: string; readonly port: number },
): Promise<void> {
  const server = createServer(async ({ method, url }, response) => {
    if (url !== '/metrics' || (method !== 'GET' && method !== 'HEAD')) return response.writeHead(404).end()
    try {
      const text = await source.metrics()
      return response.writeHead(200, { 'content-type': source.contentType }).end(text)
    } catch {
      return response.writeHead(503).end()
    }
  })
  await once(server.listen(port, host), 'listening').catch(({ message }) => {
    throw new CommandError(
      `Metrics cannot be served on port ${port}: ${message}. Set METRICS_PORT to another.`,
    )
  })
  // A connection that cannot be accepted later must not end the process.
  server.on('error', () => {}).unref()
}

/** In a worker: sends the metrics of this process to the supervisor on request. */
export function shareMetrics(registry: Registry): void {
  process.on('message', async ({ metricsRequest }: Partial<Request>) => {
    if (metricsRequest === undefined) return
    const metrics = await registry.getMetricsAsJSON()
    process.send?.({ metricsRequest, metrics } satisfies Response)
  })
}

/** In the supervisor: combines the metrics of all workers. Those that do not respond in time are left out. */
export function gatherMetrics() {
  let requests = 0
  return {
    contentType: new AggregatorRegistry().contentType,
    async metrics() {
      const metricsRequest = ++requests
      const workers = Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined)
      const results = await Promise.all(workers.map((worker) => requestMetrics(worker, metricsRequest)))
      const responses = results.filter((metrics) => metrics !== undefined)
      const all = AggregatorRegistry.aggregate<PrometheusContentType>(responses)
      countWorkers(all, responses.length, workers.length - responses.length)
      return all.metrics()
    },
  }
}

function requestMetrics(worker: Worker, metricsRequest: number): Promise<WorkerMetrics | undefined> {
  return new Promise((resolve) => {
    const timer = setTimeout(finish, WORKER_TIMEOUT_MS)
    worker.on('message', receive)
    // A request that cannot be sent gets no response.
    worker.send({ metricsRequest } satisfies Request, (error) => error && finish())

    function receive(message: Partial<Response>): void {
      if (message.metricsRequest === metricsRequest) finish(message.metrics)
    }

    function finish(metrics?: WorkerMetrics): void {
      clearTimeout(timer)
      worker.off('message', receive)
      resolve(metrics)
    }
  })
}

function countWorkers(registry: Registry, responding: number, unresponsive: number): void {
  const gauge = new Gauge({
    name: 'signage_workers',
    help: 'Workers whose metrics are in this scrape (responding), and those that did not respond in time.',
    labelNames: ['state'],
    registers: [registry],
  })
  gauge.set({ state: 'responding' }, responding)
  gauge.set({ state: 'unresponsive' }, unresponsive)
}

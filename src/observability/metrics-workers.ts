import cluster, { type Worker } from 'node:cluster'
import {
  AggregatorRegistry,
  Gauge,
  type MetricObjectWithValues,
  type MetricValue,
  type PrometheusContentType,
  type Registry,
} from 'prom-client'
import type { MetricsSource } from './metrics-server.ts'

/** How long the supervisor waits for the metrics of a worker, which may hang. */
const WORKER_TIMEOUT_MS = 1000

type WorkerMetrics = MetricObjectWithValues<MetricValue<string>>[]

interface Request {
  readonly metricsRequest: number
}

interface Response extends Request {
  readonly metrics: WorkerMetrics
}

/** In a worker: sends the metrics of this process to the supervisor on request. */
export function shareMetrics(registry: Registry): void {
  process.on('message', (message: Partial<Request>) => {
    const { metricsRequest } = message
    if (metricsRequest === undefined) return
    registry
      .getMetricsAsJSON()
      .then((metrics) => process.send?.({ metricsRequest, metrics } satisfies Response))
  })
}

/** In the supervisor: combines the metrics of all workers. Those that do not respond in time are left out. */
export function gatherMetrics(): MetricsSource {
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

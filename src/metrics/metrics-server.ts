import cluster, { type Worker } from 'node:cluster'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { AggregatorRegistry, type Registry } from 'prom-client'
import { CommandError } from '../lib/command-error.ts'

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
  AggregatorRegistry.setRegistries(registry)
  // Its constructor listens for requests of the supervisor.
  new AggregatorRegistry()
}

/** In the supervisor: combines the metrics of all workers. It fails if a worker does not respond within five seconds. */
export function gatherMetrics() {
  const registry = new AggregatorRegistry()
  const listening = new WeakSet<Worker>()
  cluster.on('listening', (worker) => listening.add(worker))
  // A worker that is starting would not receive the request.
  const started = async (worker?: Worker) => {
    if (worker && !listening.has(worker))
      await Promise.race([once(worker, 'listening'), once(worker, 'exit')])
  }
  return {
    contentType: registry.contentType,
    async metrics() {
      await Promise.all(Object.values(cluster.workers ?? {}).map(started))
      return registry.clusterMetrics()
    },
  }
}

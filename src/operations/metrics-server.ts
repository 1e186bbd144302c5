import { createServer, type Server } from 'node:http'
import { AggregatorRegistry, type Registry } from 'prom-client'
import { Refusal } from '../refusal.ts'

/** What is told to whoever scrapes. */
interface Told {
  readonly contentType: string
  readonly metrics: () => Promise<string>
}

/** In a worker: lets the supervisor add these to those of the others. */
export function shareMetrics(registry: Registry): void {
  AggregatorRegistry.setRegistries(registry)
  new AggregatorRegistry()
}

/** In the supervisor: what all workers tell together. */
export function gatherMetrics(): Told {
  const workers = new AggregatorRegistry()
  return { contentType: workers.contentType, metrics: () => workers.clusterMetrics() }
}

/** Serves metrics on a port of their own, so that whoever may call the service need not be let at them. */
export async function serveMetrics(
  registry: Told,
  { host, port }: { readonly host: string; readonly port: number },
): Promise<Server> {
  const server = createServer(async ({ method, url }, response) => {
    if (url !== '/metrics' || (method !== 'GET' && method !== 'HEAD')) return response.writeHead(404).end()
    try {
      const text = await registry.metrics()
      return response.writeHead(200, { 'content-type': registry.contentType }).end(text)
    } catch {
      // Most likely the storage is away; what can be told without it is not worth a half answer.
      return response.writeHead(503).end()
    }
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', ({ message }) => {
      reject(
        new Refusal(`Metrics cannot be served on port ${port}: ${message}. Set METRICS_PORT to another.`),
      )
    })
    server.listen(port, host, resolve)
  })
  return server.unref()
}

import { createServer, type Server } from 'node:http'
import { CommandError } from '../command-error.ts'

/** The metrics to serve. */
export interface MetricsSource {
  readonly contentType: string
  readonly metrics: () => Promise<string>
}

/** Serves metrics on a separate port, so that clients of the service need no access to them. */
export async function serveMetrics(
  source: MetricsSource,
  { host, port }: { readonly host: string; readonly port: number },
): Promise<Server> {
  const server = createServer(async ({ method, url }, response) => {
    if (url !== '/metrics' || (method !== 'GET' && method !== 'HEAD')) return response.writeHead(404).end()
    try {
      const text = await source.metrics()
      return response.writeHead(200, { 'content-type': source.contentType }).end(text)
    } catch {
      return response.writeHead(503).end()
    }
  })
  await new Promise<void>((resolve, reject) => {
    // The listener stays: a connection that cannot be accepted later must not end the process.
    server.on('error', ({ message }) => {
      reject(
        new CommandError(
          `Metrics cannot be served on port ${port}: ${message}. Set METRICS_PORT to another.`,
        ),
      )
    })
    server.listen(port, host, resolve)
  })
  return server.unref()
}

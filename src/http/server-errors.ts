import type { Server } from 'node:http'
import type { FastifyBaseLogger } from 'fastify'
import { atIntervals } from '../at-intervals.ts'

/** These errors are logged at most once per interval, not for each connection. */
const LOG_INTERVAL_MS = 1000

/**
 * Logs connections that could not be accepted because of MAX_CONNECTIONS or a lack of file descriptors.
 * @param onDrop is called for each connection that was closed because there were too many
 */
export function reportServerErrors(server: Server, log: FastifyBaseLogger, onDrop = () => {}): void {
  const warn = atIntervals(LOG_INTERVAL_MS, (fields: object, message: string) => log.warn(fields, message))

  server.on('drop', () => {
    onDrop()
    warn(
      { maxConnections: server.maxConnections },
      'more connections than MAX_CONNECTIONS are closed at once',
    )
  })
  // Errors before the server listens are reported by the code that called `listen`.
  server.once('listening', () =>
    server.on('error', (error) => warn({ err: error }, 'a connection could not be accepted')),
  )
}

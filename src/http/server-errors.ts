import type { Server } from 'node:http'
import type { FastifyBaseLogger } from 'fastify'
import { atIntervals } from '../at-intervals.ts'

/** The log tells of these once in this time, not with each connection. */
const LOG_INTERVAL_MS = 1000

/**
 * Logs connections that could not be taken: beyond MAX_CONNECTIONS, or for want of file descriptors.
 * @param onDrop is called for each connection that was closed because there are too many
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
  // What happens before it listens is reported by whoever told it to.
  server.once('listening', () =>
    server.on('error', (error) => warn({ err: error }, 'a connection could not be accepted')),
  )
}

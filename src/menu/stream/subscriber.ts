import type { ServerResponse } from 'node:http'
import { setUnreadBody } from '../../http/server/unread-responses.ts'
import type { JsonBody } from '../cache/response-cache.ts'
import { BEGINNING, eventOf, KEEP_ALIVE } from './events.ts'

/** One client of a stream. */
export type Subscriber = ReturnType<typeof createSubscriber>

/**
 * Creates a subscriber for a response whose headers have been sent. At most one event waits to be read: a
 * slow client receives several changes as one event.
 * @param lastSeenHash the content hash of the response that the client has from an earlier stream
 */
export function createSubscriber(response: ServerResponse, lastSeenHash: string | undefined) {
  let latest: JsonBody | undefined
  // Hashes are compared, because the same content may come as different objects when there is no cache.
  let sentHash = lastSeenHash
  response.on('drain', catchUp)
  response.write(BEGINNING)

  function write(event: Buffer): void {
    setUnreadBody(response, event)
    response.write(event)
  }

  const isReady = () => !response.writableNeedDrain && !response.writableEnded

  function catchUp(): void {
    if (latest === undefined || !isReady()) return
    if (latest.contentHash !== sentHash) write(eventOf(latest))
    sentHash = latest.contentHash
  }

  return {
    /** Sends a response unless the client has it already: now, or as soon as the client has read the event before it. */
    push(current: JsonBody): void {
      latest = current
      catchUp()
    },
    /** Sends a keep-alive, unless the client has data to read. */
    keepAlive(): void {
      if (isReady()) response.write(KEEP_ALIVE)
    },
    end(): void {
      response.end()
    },
  }
}

import type { ServerResponse } from 'node:http'
import type { CachedResponse } from '../cache/response-cache.ts'
import { BEGINNING, COMMENT, changeEvent, fullEvent } from './events.ts'

/** A client is disconnected when data sent to it is still unread at this many comment intervals in a row. */
const MAX_MISSED_INTERVALS = 4

/** One client of a stream. */
export type Subscriber = ReturnType<typeof createSubscriber>

/**
 * Creates a subscriber for a response whose headers have been sent. At most one event waits to be read: a
 * slow client receives several changes as one event.
 * @param lastSeenTag the tag of the response that the client has from an earlier stream
 */
export function createSubscriber(response: ServerResponse, lastSeenTag: string | undefined) {
  let latest: CachedResponse | undefined
  let sent: CachedResponse | undefined
  let missed = 0
  response.on('drain', catchUp)
  response.write(BEGINNING)

  function catchUp(): void {
    if (latest === undefined || response.writableNeedDrain || response.writableEnded) return
    // Compare tags and not objects: without a cache, the same content comes as different objects.
    if (latest.tag !== (sent?.tag ?? lastSeenTag)) {
      response.write(sent === undefined ? fullEvent(latest) : changeEvent(sent, latest))
    }
    sent = latest
  }

  return {
    /** Sends what has changed since the last event, now or as soon as the client has read that event. */
    push(current: CachedResponse): void {
      latest = current
      catchUp()
    },
    /** Sends a comment, or disconnects a client that has left data unread for several comment intervals. */
    keepAlive(): void {
      // Once a response has ended, Node no longer reports that it needs to drain.
      missed = response.writableNeedDrain || response.writableEnded ? missed + 1 : 0
      if (missed === 0) response.write(COMMENT)
      // Destroy the socket too: a response that is pipelined behind another one has no socket yet.
      else if (missed >= MAX_MISSED_INTERVALS) response.destroy().req.socket.destroy()
    },
    end: () => void response.end(),
  }
}

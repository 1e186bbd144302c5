import type { ServerResponse } from 'node:http'
import type { CachedResponse } from '../cache/response-cache.ts'
import { BEGINNING, changeEvent, fullEvent, KEEP_ALIVE } from './events.ts'

/** A client is disconnected when it has taken no data for this long, although some waits to be sent to it. */
const UNREAD_TIMEOUT_MS = 60_000

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
  let unreadTimer: NodeJS.Timeout | undefined
  response.on('drain', () => {
    stopTimer()
    catchUp()
  })
  response.once('close', stopTimer)
  write(BEGINNING)

  function write(data: Buffer | string): void {
    if (!response.write(data)) startTimer()
  }

  function startTimer(): void {
    // Destroy the socket too: a response that is pipelined behind another one has no socket yet.
    unreadTimer ??= setTimeout(() => response.destroy().req.socket.destroy(), UNREAD_TIMEOUT_MS).unref()
  }

  function stopTimer(): void {
    clearTimeout(unreadTimer)
    unreadTimer = undefined
  }

  const isReady = () => !response.writableNeedDrain && !response.writableEnded

  function catchUp(): void {
    if (latest === undefined || !isReady()) return
    // Compare tags and not objects: without a cache, the same content comes as different objects.
    if (latest.tag !== (sent?.tag ?? lastSeenTag)) {
      write(sent === undefined ? fullEvent(latest) : changeEvent(sent, latest))
    }
    sent = latest
  }

  return {
    /** Sends what has changed since the last event, now or as soon as the client has read that event. */
    push(current: CachedResponse): void {
      latest = current
      catchUp()
    },
    /** Sends a keep-alive, unless the client has data to read. */
    keepAlive(): void {
      if (isReady()) write(KEEP_ALIVE)
    },
    end(): void {
      response.end()
      // Once a response has ended, it no longer drains.
      startTimer()
    },
  }
}

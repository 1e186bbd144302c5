import { createEventBuffer } from 'better-sse'
import { entityTag } from '../../http/entity-tag.ts'
import type { CachedResponse } from '../cache/response-cache.ts'

/** The time after which a browser reconnects when a stream has ended. */
const RETRY_MS = 2000

/*
 * An empty line ends an event. After a `retry` line or a comment alone, some clients would report an event without data, so
 * these end with one line break.
 */

/** The first bytes of every stream: a `retry` line, which is part of the first event. */
export const BEGINNING = createEventBuffer().retry(RETRY_MS).read()
/** A comment that keeps proxies from closing a quiet stream. */
export const KEEP_ALIVE = createEventBuffer().comment().read()

const events = new WeakMap<CachedResponse, Buffer>()

/** The event that contains a response. It is created once, however many streams it is sent on. */
export function eventOf(response: CachedResponse): Buffer {
  const event = events.get(response) ?? createEvent(response)
  events.set(response, event)
  return event
}

function createEvent(response: CachedResponse): Buffer {
  // The space before the value of a field is optional, but simple parsers rely on it.
  const event = createEventBuffer({ serializer: (text) => ` ${text}` })
  const id = ` ${entityTag(response.tag)}`
  return Buffer.from(event.push(response.body.toString(), ' groups', id).read())
}

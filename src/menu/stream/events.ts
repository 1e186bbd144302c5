import { entityTag } from '../../http/entity-tag.ts'
import type { JsonBody } from '../cache/response-cache.ts'

// `BEGINNING` and `KEEP_ALIVE` end with one line break. A second one would make each an event without data, which some clients report.

/** The first bytes of every stream. They are part of the first event. A browser reconnects two seconds after the end of the stream. */
export const BEGINNING = 'retry:2000\n'
/** A comment that keeps proxies from closing a quiet stream. */
export const KEEP_ALIVE = ':\n'

const events = new WeakMap<JsonBody, Buffer>()

/** The event that contains a body. It is created once, however many streams it is sent on. */
export function eventOf(body: JsonBody): Buffer {
  const event = events.get(body) ?? createEvent(body)
  events.set(body, event)
  return event
}

/** The body is one line, because JSON has no line breaks. The spaces are optional, but simple parsers rely on them. */
function createEvent({ contentHash, bytes }: JsonBody): Buffer {
  const head = Buffer.from(`event: groups\nid: ${entityTag(contentHash)}\ndata: `)
  return Buffer.concat([head, bytes, Buffer.from('\n\n')])
}

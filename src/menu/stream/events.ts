import { createEventBuffer } from 'better-sse'
import { entityTag } from '../../http/entity-tag.ts'
import type { CachedResponse } from '../cache/response-cache.ts'
import { createPatch, type Json } from './json-patch.ts'

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

const fullEvents = new WeakMap<CachedResponse, Buffer>()
const changeEvents = new WeakMap<CachedResponse, Map<string, Buffer>>()

/** The event that contains a whole response. It is created once, however many streams it is sent on. */
export function fullEvent(response: CachedResponse): Buffer {
  const event = fullEvents.get(response) ?? eventOf('groups', response, response.body.toString())
  fullEvents.set(response, event)
  return event
}

/** The event that turns one response into the next: a JSON Patch, or the whole response if that is not longer. */
export function changeEvent(before: CachedResponse, after: CachedResponse): Buffer {
  const eventsByTag = changeEvents.get(after) ?? new Map<string, Buffer>()
  changeEvents.set(after, eventsByTag)
  const event = eventsByTag.get(before.tag) ?? patchEvent(before, after) ?? fullEvent(after)
  eventsByTag.set(before.tag, event)
  return event
}

function patchEvent(before: CachedResponse, after: CachedResponse): Buffer | undefined {
  const patch = JSON.stringify(createPatch(parse(before), parse(after)))
  return patch.length < after.body.length ? eventOf('patch', after, patch) : undefined
}

function parse({ body }: CachedResponse): Json {
  return JSON.parse(body.toString()) as Json
}

function eventOf(name: string, response: CachedResponse, json: string): Buffer {
  // The space before the value of a field is optional, but simple parsers rely on it.
  const event = createEventBuffer({ serializer: (text) => ` ${text}` })
  return Buffer.from(event.push(json, ` ${name}`, ` ${entityTag(response, 'identity')}`).read())
}

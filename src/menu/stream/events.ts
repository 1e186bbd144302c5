import { createEventBuffer } from 'better-sse'
import { entityTag } from '../../http/entity-tag.ts'
import type { Answer } from '../cache/cached-response.ts'
import { createPatch, type Json } from './json-patch.ts'

/** After how long a browser opens a stream again that has ended. */
const RETRY_MS = 2000

/** How a stream begins; and what keeps proxies from closing one that nothing happens on. Neither is an event. */
export const BEGINNING = createEventBuffer().retry(RETRY_MS).dispatch().read()
export const COMMENT = createEventBuffer().comment().dispatch().read()

const wholes = new WeakMap<Answer, Buffer>()
const changes = new WeakMap<Answer, Map<string, Buffer>>()

/** The event that carries a whole answer. It is made once, however many streams it is sent on. */
export function wholeEvent(answer: Answer): Buffer {
  let event = wholes.get(answer)
  if (event === undefined) {
    event = eventOf('groups', answer, answer.body.toString())
    wholes.set(answer, event)
  }
  return event
}

/** The event that turns one answer into the next: a JSON Patch, or all of the next where that is no longer. */
export function changeEvent(before: Answer, after: Answer): Buffer {
  const known = changes.get(after) ?? new Map<string, Buffer>()
  changes.set(after, known)
  let event = known.get(before.tag)
  if (event === undefined) {
    event = patchEvent(before, after) ?? wholeEvent(after)
    known.set(before.tag, event)
  }
  return event
}

function patchEvent(before: Answer, after: Answer): Buffer | undefined {
  const patch = JSON.stringify(createPatch(parse(before), parse(after)))
  return patch.length < after.body.length ? eventOf('patch', after, patch) : undefined
}

function parse({ body }: Answer): Json {
  return JSON.parse(body.toString()) as Json
}

function eventOf(name: string, answer: Answer, json: string): Buffer {
  // Each with the space that may stand before a field's value: simple parsers count on it.
  const event = createEventBuffer({ serializer: (text) => ` ${text}` })
  return Buffer.from(event.push(json, ` ${name}`, ` ${entityTag(answer, 'identity')}`).read())
}

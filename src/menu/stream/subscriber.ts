import type { ServerResponse } from 'node:http'
import type { Answer } from '../cache/cached-response.ts'
import { BEGINNING, COMMENT, changeEvent, wholeEvent } from './events.ts'

/** For how many comments in a row one may not have read what it was sent. */
const PATIENCE = 4

/** One client that is told of changes. */
export interface Subscriber {
  /** Sends what has changed since it was told last, now or as soon as it has read that. */
  readonly tell: (answer: Answer) => void
  /** Sends a comment; one that has not read what it was sent for several of them is dropped. */
  readonly keepAwake: () => void
  readonly end: () => void
}

/**
 * A client with its response, whose headers are sent. What it has not read yet is at most one event: whoever is
 * slow is told of several changes by one.
 * @param seen the tag of the answer that it has, from an earlier stream
 */
export function createSubscriber(response: ServerResponse, seen: string | undefined): Subscriber {
  let latest: Answer | undefined
  let told: Answer | undefined
  let missed = 0
  response.on('drain', catchUp)
  response.write(BEGINNING)

  function catchUp(): void {
    if (latest === undefined || response.writableNeedDrain || response.writableEnded) return
    // The same content may come as another object, where answers are not kept.
    if (latest.tag !== (told?.tag ?? seen)) {
      response.write(told === undefined ? wholeEvent(latest) : changeEvent(told, latest))
    }
    told = latest
  }

  return {
    tell(answer) {
      latest = answer
      catchUp()
    },
    keepAwake() {
      // Of a response that has ended, Node no longer says that it waits for its reader.
      missed = response.writableNeedDrain || response.writableEnded ? missed + 1 : 0
      if (missed === 0) response.write(COMMENT)
      // The socket as well: a response that waits behind another one does not have it yet.
      else if (missed >= PATIENCE) response.destroy().req.socket.destroy()
    },
    end: () => void response.end(),
  }
}

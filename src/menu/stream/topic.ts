import { isValid, type Key } from '../../auth/repository.ts'
import type { Clock } from '../../clock.ts'
import type { Database } from '../../storage/database.ts'
import type { Answers } from '../cache/response-cache.ts'
import { findGroups } from '../groups.ts'
import { findGrantedMenus } from '../repository.ts'
import type { Selection } from '../selection.ts'
import { afterAnother } from './coalesce.ts'
import type { Subscriber } from './subscriber.ts'

/** What a key asks `GET /v1/groups`. */
export interface Question {
  readonly keyHash: string
  /** undefined asks for all that are granted. */
  readonly menuIds: ReadonlySet<string> | undefined
  readonly selection: Selection
}

/** A question whose answer clients want to be told of. */
export interface Topic {
  readonly subscribers: Set<Subscriber>
  /** Reads the answer anew, and tells the subscribers; where the key is not valid any more, ends their streams. */
  readonly refresh: () => Promise<void>
  /** When the key ends, in milliseconds. */
  readonly endsAtMs: () => number
}

export interface Parts {
  readonly database: Database
  readonly clock: Clock
  readonly answers: Answers
}

export function createTopic(parts: Parts, { keyHash, menuIds, selection }: Question): Topic {
  const { database, clock } = parts
  const subscribers = new Set<Subscriber>()
  let key: Key | undefined

  async function refresh(): Promise<void> {
    const { key: found, found: menus } = await findGrantedMenus(database, keyHash, menuIds)
    key = found
    if (key === undefined || !isValid(key, clock)) return end()
    const { answer } = await findGroups(parts, menus, selection)
    for (const subscriber of subscribers) subscriber.tell(answer)
  }

  function end(): void {
    for (const subscriber of subscribers) subscriber.end()
  }

  return {
    subscribers,
    refresh: afterAnother(refresh),
    endsAtMs: () => key?.endsAtMs ?? Number.POSITIVE_INFINITY,
  }
}

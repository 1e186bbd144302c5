import { isValidKey, type Key } from '../../auth/repository.ts'
import type { Clock } from '../../lib/time/clock.ts'
import { groupsBody, type ResponseSources } from '../build-response.ts'
import { findGrantedMenus } from '../repository.ts'
import type { Selection } from '../selection.ts'
import { rerunAfterCurrent } from './rerun-after-current.ts'
import type { Subscriber } from './subscriber.ts'

/** A request to `GET /v1/groups`: a key, and what its parameters select. */
export interface Subscription {
  readonly keyHash: string
  /** Undefined for all menus that are granted to the key. */
  readonly menuIds: ReadonlySet<string> | undefined
  readonly selection: Selection
}

/** A subscription and the clients that share it. */
export type Topic = ReturnType<typeof createTopic>

export interface TopicOptions extends ResponseSources {
  readonly clock: Clock
}

/** Creates a topic without subscribers. */
export function createTopic(options: TopicOptions, { keyHash, menuIds, selection }: Subscription) {
  const { database, clock } = options
  const subscribers = new Set<Subscriber>()
  let key: Key | undefined

  async function refresh(): Promise<void> {
    const { key: currentKey, data: menus } = await findGrantedMenus(database, keyHash, menuIds)
    key = currentKey
    if (key === undefined || !isValidKey(key, clock)) {
      for (const subscriber of subscribers) subscriber.end()
      return
    }
    const response = await groupsBody(options, menus, selection)
    for (const subscriber of subscribers) subscriber.push(response)
  }

  return {
    subscribers,
    /** Reads the response again and sends it to subscribers, or ends their streams if the key is invalid. */
    refresh: rerunAfterCurrent(refresh),
    /** When the key expires, in milliseconds since 1970; Infinity if never, or if the key is not known yet. */
    keyEndsAtMs: () => key?.endsAtMs ?? Number.POSITIVE_INFINITY,
  }
}

import type { ServerResponse } from 'node:http'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { watchDataVersion } from '../../storage/watch.ts'
import { canonicalSelection } from '../selection.ts'
import { coalesce } from './coalesce.ts'
import { createSubscriber, type Subscriber } from './subscriber.ts'
import { createTopic, type Parts, type Subscription, type Topic } from './topic.ts'

/** How often a comment is sent on each stream. */
const COMMENT_INTERVAL_MS = 15_000
/** How often topics are refreshed whose key has expired, or whose last refresh failed. */
const LOOK_INTERVAL_MS = 500

/** How many topics are refreshed at once after a change. Requests are handled between two such batches. */
const TOPICS_AT_ONCE = 50

/** The streams of a process. */
export interface StreamHub {
  /**
   * Sends a client the response to a request, and the new response whenever it changes.
   * @param response its headers have been sent
   * @param seen the tag of the response that the client has already
   */
  readonly open: (question: Subscription, response: ServerResponse, seen: string | undefined) => void
  /** Ends all streams, and every stream that is opened later. */
  readonly end: () => void
  readonly count: () => number
}

/**
 * All streams share one watch for changes. A topic is a key with a query; streams with the same topic share
 * its queries. While there are no streams, there is no watch.
 */
export function createStreamHub(parts: Parts, log: FastifyBaseLogger): StreamHub {
  const topics = new Map<string, Topic>()
  const failed = new Set<Topic>()
  let stopLooking: (() => void) | undefined
  let isEnding = false

  function startLooking(): () => void {
    const stopWatching = watchDataVersion(parts.database, refreshAll)
    const looking = setInterval(refreshOverdue, LOOK_INTERVAL_MS).unref()
    const comments = setInterval(() => forEachSubscriber(({ keepAlive }) => keepAlive()), COMMENT_INTERVAL_MS)
    return () => {
      stopWatching()
      clearInterval(looking)
      clearInterval(comments)
    }
  }

  const refreshAll = coalesce(() => refreshThose(() => true))
  const refreshOverdue = coalesce(() =>
    refreshThose((topic) => failed.has(topic) || topic.endsAtMs() <= parts.clock()),
  )

  async function refreshThose(areWanted: (topic: Topic) => boolean): Promise<void> {
    let refreshing: Promise<void>[] = []
    for (const topic of [...topics.values()]) {
      if (!areWanted(topic)) continue
      refreshing.push(refresh(topic))
      if (refreshing.length < TOPICS_AT_ONCE) continue
      await Promise.all(refreshing)
      await nextTurn()
      refreshing = []
    }
    await Promise.all(refreshing)
  }

  function refresh(topic: Topic): Promise<void> {
    return topic.refresh().then(
      () => void failed.delete(topic),
      (error) => {
        if (failed.size === 0) log.error({ err: error }, 'streams cannot be brought up to date, trying again')
        if (topic.subscribers.size > 0) failed.add(topic)
      },
    )
  }

  function forEachSubscriber(work: (subscriber: Subscriber) => void): void {
    for (const { subscribers } of topics.values()) subscribers.forEach(work)
  }

  function leave(name: string, topic: Topic, subscriber: Subscriber): void {
    topic.subscribers.delete(subscriber)
    if (topic.subscribers.size > 0) return
    topics.delete(name)
    failed.delete(topic)
    if (topics.size > 0) return
    stopLooking?.()
    stopLooking = undefined
  }

  return {
    open(question, response, seen) {
      const name = nameOf(question)
      const topic = topics.get(name) ?? createTopic(parts, question)
      const subscriber = createSubscriber(response, seen)
      topics.set(name, topic)
      topic.subscribers.add(subscriber)
      response.once('close', () => leave(name, topic, subscriber))
      if (isEnding) return subscriber.end()
      stopLooking ??= startLooking()
      refresh(topic)
    },
    end() {
      isEnding = true
      forEachSubscriber((subscriber) => subscriber.end())
    },
    count: () => [...topics.values()].reduce((count, { subscribers }) => count + subscribers.size, 0),
  }
}

function nameOf({ keyHash, menuIds, selection }: Subscription): string {
  return `${keyHash} ${menuIds ? JSON.stringify([...menuIds].sort()) : ''} ${canonicalSelection(selection)}`
}

import type { ServerResponse } from 'node:http'
import { setImmediate } from 'node:timers/promises'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { chunks } from '../../lib/chunks.ts'
import { watchContentVersion } from '../../storage/watch.ts'
import { canonicalSelection } from '../selection.ts'
import { rerunAfterCurrent } from './rerun-after-current.ts'
import { createSubscriber, type Subscriber } from './subscriber.ts'
import { createTopic, type Subscription, type Topic, type TopicOptions } from './topic.ts'

/** How often a keep-alive is sent on each stream. */
const KEEP_ALIVE_INTERVAL_MS = 15_000
/** How often overdue topics are refreshed: those whose key has expired, or whose last refresh failed. */
const RECHECK_INTERVAL_MS = 500

/** How many topics are refreshed at once after a change. Requests are handled between two such batches. */
const TOPICS_AT_ONCE = 50

/** The streams of a process. */
export type StreamHub = ReturnType<typeof createStreamHub>

/**
 * All streams share one watch for changes. A topic is a key with a selection of groups; streams with the same topic share
 * its database queries. While there are no streams, there is no watch.
 */
export function createStreamHub(options: TopicOptions, log: FastifyBaseLogger) {
  const topics = new Map<string, Topic>()
  const failed = new Set<Topic>()
  let stopTimers: (() => void) | undefined
  let isEnding = false

  function startTimers(): () => void {
    const stopWatching = watchContentVersion(options.database, refreshAll)
    const rechecking = setInterval(refreshOverdue, RECHECK_INTERVAL_MS).unref()
    const keepingAlive = setInterval(
      () => forEachSubscriber((subscriber) => subscriber.keepAlive()),
      KEEP_ALIVE_INTERVAL_MS,
    )
    return () => {
      stopWatching()
      clearInterval(rechecking)
      clearInterval(keepingAlive)
    }
  }

  const refreshAll = rerunAfterCurrent(() => refreshWhere(() => true))
  const refreshOverdue = rerunAfterCurrent(() =>
    refreshWhere((topic) => failed.has(topic) || topic.keyEndsAtMs() <= options.clock()),
  )

  async function refreshWhere(isIncluded: (topic: Topic) => boolean): Promise<void> {
    const included = [...topics.values()].filter(isIncluded)
    for (const [index, some] of [...chunks(included, { size: TOPICS_AT_ONCE })].entries()) {
      if (index > 0) await setImmediate()
      await Promise.all(some.map(refresh))
    }
  }

  function refresh(topic: Topic): Promise<void> {
    return topic.refresh().then(
      () => void failed.delete(topic),
      (error) => {
        if (failed.size === 0) log.error({ err: error }, 'streams could not be updated, retrying')
        if (topic.subscribers.size > 0) failed.add(topic)
      },
    )
  }

  function forEachSubscriber(work: (subscriber: Subscriber) => void): void {
    for (const { subscribers } of topics.values()) subscribers.forEach(work)
  }

  function unsubscribe(topicKey: string, topic: Topic, subscriber: Subscriber): void {
    topic.subscribers.delete(subscriber)
    if (topic.subscribers.size > 0) return
    topics.delete(topicKey)
    failed.delete(topic)
    if (topics.size > 0) return
    stopTimers?.()
    stopTimers = undefined
  }

  return {
    /**
     * Sends a client the response to a request, and the new response whenever it changes.
     * @param response its headers have been sent
     * @param lastSeenHash the content hash of the response that the client has already
     */
    open(subscription: Subscription, response: ServerResponse, lastSeenHash: string | undefined) {
      // The client may have left while its key was looked up. The event `close` does not come again.
      if (response.destroyed) return
      const topicKey = topicKeyOf(subscription)
      const topic = topics.get(topicKey) ?? createTopic(options, subscription)
      const subscriber = createSubscriber(response, lastSeenHash)
      topics.set(topicKey, topic)
      topic.subscribers.add(subscriber)
      response.once('close', () => unsubscribe(topicKey, topic, subscriber))
      if (isEnding) return subscriber.end()
      stopTimers ??= startTimers()
      refresh(topic)
    },
    /** Ends all streams, and every stream that is opened later. */
    end(): void {
      isEnding = true
      forEachSubscriber((subscriber) => subscriber.end())
    },
    count: () => [...topics.values()].reduce((count, { subscribers }) => count + subscribers.size, 0),
  }
}

/** Ends all streams when the process begins to stop, or when an app closes. */
export function endStreamsWith(app: FastifyInstance, streams: StreamHub, stopping?: AbortSignal): void {
  stopping?.addEventListener('abort', streams.end)
  if (stopping?.aborted) streams.end()
  app.addHook('preClose', async () => streams.end())
}

function topicKeyOf({ keyHash, menuIds, selection }: Subscription): string {
  return `${keyHash} ${menuIds ? JSON.stringify([...menuIds].sort()) : ''} ${canonicalSelection(selection)}`
}

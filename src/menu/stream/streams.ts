import type { ServerResponse } from 'node:http'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { spell } from '../selection.ts'
import { afterAnother } from './coalesce.ts'
import { createSubscriber, type Subscriber } from './subscriber.ts'
import { createTopic, type Parts, type Question, type Topic } from './topic.ts'

/** How often a stream on which nothing happens carries a comment. */
const COMMENT_INTERVAL_MS = 15_000
/** How often it is looked whether a key has ended, or the storage is back. */
const LOOK_INTERVAL_MS = 500

/** How many topics are refreshed at once after a change. Requests are answered before the next ones. */
const TOPICS_AT_ONCE = 50

/** The streams of a process. */
export interface Streams {
  /**
   * Tells a client of the answer to a question, and of every other one that it comes to have.
   * @param response with its headers sent
   * @param seen the tag of the answer that the client has already
   */
  readonly open: (question: Question, response: ServerResponse, seen: string | undefined) => void
  /** Ends all streams, and from now on each that is opened. */
  readonly end: () => void
  readonly count: () => number
}

/**
 * However many streams there are, one watch looks for changes, and what many ask alike is asked once: a topic is
 * a key with a query. While nobody listens, nothing is looked for.
 */
export function createStreams(parts: Parts, log: FastifyBaseLogger): Streams {
  const topics = new Map<string, Topic>()
  const failed = new Set<Topic>()
  let stopLooking: (() => void) | undefined
  let isEnding = false

  function startLooking(): () => void {
    const stopWatching = parts.database.watch(refreshAll)
    const looking = setInterval(refreshOverdue, LOOK_INTERVAL_MS).unref()
    const comments = setInterval(() => forEachSubscriber(({ keepAwake }) => keepAwake()), COMMENT_INTERVAL_MS)
    return () => {
      stopWatching()
      clearInterval(looking)
      clearInterval(comments)
    }
  }

  const refreshAll = afterAnother(() => refreshThose(() => true))
  const refreshOverdue = afterAnother(() =>
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

function nameOf({ keyHash, menuIds, selection }: Question): string {
  return `${keyHash} ${menuIds ? JSON.stringify([...menuIds].sort()) : ''} ${spell(selection)}`
}

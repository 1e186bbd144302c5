import type { GroupsEnvelope } from '#dist/menu/schema.js'
import { askGroups, type GroupsAnswer, isSame, type Selection } from './ask.ts'
import { createStreamKeeper } from './stream-keeper.ts'
import { jittered, SECOND_MS } from './waiting.ts'

/** The polling interval while a stream is open: it may be dead without an error. */
const CHECK_MS = 60 * SECOND_MS
const POLL_MS = 10 * SECOND_MS
const LONGEST_WAIT_MS = 30 * SECOND_MS

export type FeedState = 'connected' | 'away' | 'refused'

export interface FeedEvents {
  /** The menu has changed. */
  readonly news: (body: GroupsEnvelope) => void
  /** The result of the latest response or stream event. Called for each of them. */
  readonly state: (state: FeedState) => void
}

/**
 * Follows a menu for as long as the page is open: by a stream if one gets through, otherwise by polling.
 * Polling never stops, because only it shows whether the service is available. A stream that ended is opened
 * again only after a successful poll.
 */
export function follow(
  selection: Selection,
  firstAnswer: Promise<GroupsAnswer> | undefined,
  { news, state }: FeedEvents,
): void {
  let etag: string | undefined
  /** How many updates there were. A response that was requested before the latest update is outdated. */
  let count = 0
  let failures = 0
  let isAsking = false
  let timer: ReturnType<typeof setTimeout> | undefined
  const stream = createStreamKeeper(selection, accept, () => askAfter(jittered(2 * SECOND_MS)))

  stream.open()
  void ask(firstAnswer)
  addEventListener('online', () => void ask())
  addEventListener('offline', () => void ask())
  addEventListener('pageshow', ({ persisted }) => persisted && void ask())
  document.addEventListener('visibilitychange', () => document.hidden || void ask())

  async function ask(asked?: Promise<GroupsAnswer>): Promise<void> {
    if (isAsking) return
    isAsking = true
    clearTimeout(timer)
    const before = count
    const answer = await (asked ?? askGroups(selection, etag))
    isAsking = false
    // Set before anything is shown, so that polling continues whatever goes wrong then.
    askAfter(POLL_MS)
    take(answer, before === count)
    askAfter(delayAfter(answer))
  }

  function take(answer: GroupsAnswer, isCurrent: boolean): void {
    const isGood = answer.kind === 'news' || answer.kind === 'same'
    failures = isGood ? 0 : failures + 1
    // The menu is removed with its key, so the next response must be complete, not a 304.
    if (answer.kind === 'refused') etag = undefined
    if (!isGood || (answer.kind === 'news' && isCurrent && stream.isLive())) stream.close()
    if (answer.kind === 'news' && isCurrent) accept(answer.body, answer.etag)
    else state(isGood ? 'connected' : answer.kind)
    if (isGood) stream.openWhenDue()
  }

  function accept(body: GroupsEnvelope, newTag: string): void {
    const isNews = etag === undefined || !isSame(etag, newTag)
    etag = newTag
    count++
    if (isNews) news(body)
    state('connected')
  }

  function delayAfter(answer: GroupsAnswer): number {
    if (answer.kind === 'refused') return jittered(LONGEST_WAIT_MS)
    if (answer.kind === 'away') {
      const wait = Math.min(LONGEST_WAIT_MS, SECOND_MS * 2 ** failures)
      return Math.max(jittered(wait), Math.min(answer.retryAfterMs, CHECK_MS))
    }
    return jittered(stream.isLive() ? CHECK_MS : POLL_MS)
  }

  function askAfter(delayMs: number): void {
    clearTimeout(timer)
    timer = setTimeout(ask, delayMs)
  }
}

import { SECOND_MS } from '../../lib/time/durations.ts'
import { jittered } from '../delays.ts'
import type { FailureReason } from '../failures.ts'
import type { GroupsEnvelope } from './menu-fields.ts'
import { type GroupsRequest, type GroupsResult, haveSameContent, requestGroups } from './request-groups.ts'
import { createStreamKeeper } from './stream-keeper.ts'

const POLL_WITH_STREAM_MS = 60 * SECOND_MS
/** The polling interval without a stream. */
const POLL_MS = 10 * SECOND_MS
/** The longest wait between polls after failures, unless the service asks for a longer wait. */
const MAX_WAIT_MS = 30 * SECOND_MS

export type Connection = 'connected' | FailureReason['kind']

export interface FollowHandlers {
  /** The menu has changed. */
  readonly onMenu: (body: GroupsEnvelope) => void
  /** Called with the result of each request and stream event, and with the sentence of the service about a refusal. */
  readonly onConnection: (connection: Connection, sentence: string) => void
}

/**
 * Follows a menu: by a stream if the network lets it through, otherwise by polling. Polling goes on while a stream is
 * open, because a stream may be dead without an error. A stream that ended is opened again only after a successful poll.
 * @returns functions that stop following, and that poll at once if no stream would send a change
 */
export function follow(request: GroupsRequest, { onMenu, onConnection }: FollowHandlers) {
  let etag: string | undefined
  /** How many updates there were. A response that was requested before the latest update is outdated. */
  let updates = 0
  let failures = 0
  let isPolling = false
  let isPollRequested = false
  const stopping = new AbortController()
  const { signal } = stopping
  let timer: ReturnType<typeof setTimeout> | undefined
  const stream = createStreamKeeper(request, accept, () => pollAfter(jittered(2 * SECOND_MS)))

  stream.open()
  void poll()
  addEventListener('online', requestPoll, { signal })
  addEventListener('offline', requestPoll, { signal })
  addEventListener('pageshow', ({ persisted }) => persisted && requestPoll(), { signal })
  document.addEventListener('visibilitychange', () => document.hidden || requestPoll(), { signal })
  return { stop, pollUnlessLive: () => stream.isLive() || requestPoll() }

  function stop(): void {
    stopping.abort()
    clearTimeout(timer)
    stream.close()
  }

  /** Polls now. The response to a poll under way may be older than the event, so another poll follows. */
  function requestPoll(): void {
    isPollRequested = true
    void poll()
  }

  async function poll(): Promise<void> {
    if (isPolling || signal.aborted) return
    isPolling = true
    isPollRequested = false
    clearTimeout(timer)
    const updatesBefore = updates
    const result = await requestGroups(request, etag)
    isPolling = false
    if (signal.aborted) return
    // Set before anything is shown, so that polling continues whatever goes wrong then.
    pollAfter(POLL_MS)
    handle(result, updatesBefore === updates)
    pollAfter(isPollRequested ? 0 : delayAfter(result))
  }

  function handle(result: GroupsResult, isCurrent: boolean): void {
    const isGood = result.kind === 'changed' || result.kind === 'unchanged'
    const isNew = result.kind === 'changed' && isCurrent
    failures = isGood ? 0 : failures + 1
    // A page may remove the menu when its key is rejected, so the next response must be complete, and not a 304.
    if (result.kind === 'invalidKey') etag = undefined
    // If the stream were alive, it would have sent the new menu before the poll.
    if (!isGood || (isNew && stream.isLive())) stream.close()
    if (isNew) accept(result.body, result.etag)
    else onConnection(isGood ? 'connected' : result.kind, result.kind === 'refused' ? result.sentence : '')
    if (isGood) stream.openWhenDue()
  }

  function accept(body: GroupsEnvelope, newEtag: string): void {
    const isChanged = etag === undefined || !haveSameContent(etag, newEtag)
    etag = newEtag
    updates++
    if (isChanged) onMenu(body)
    onConnection('connected', '')
  }

  function delayAfter(result: GroupsResult): number {
    if (result.kind === 'invalidKey' || result.kind === 'refused') return jittered(MAX_WAIT_MS)
    if (result.kind === 'unavailable') {
      const waitMs = Math.min(MAX_WAIT_MS, SECOND_MS * 2 ** failures)
      return Math.max(jittered(waitMs), Math.min(result.retryAfterMs, POLL_WITH_STREAM_MS))
    }
    return jittered(stream.isLive() ? POLL_WITH_STREAM_MS : POLL_MS)
  }

  function pollAfter(delayMs: number): void {
    clearTimeout(timer)
    if (signal.aborted) return
    timer = setTimeout(poll, delayMs)
  }
}

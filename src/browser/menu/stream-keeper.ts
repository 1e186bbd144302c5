import { SECOND_MS } from '../../lib/time/durations.ts'
import { jittered } from '../delays.ts'
import type { GroupsEnvelope } from './menu-fields.ts'
import type { GroupsRequest } from './request-groups.ts'
import { openStream } from './stream.ts'

/** How long to wait after streams have failed repeatedly. */
const RETRY_MS = 120 * SECOND_MS
/** A stream that breaks sooner than this counts as failed. */
const STABLE_MS = 20 * SECOND_MS

/**
 * Keeps a stream open, or decides when to open it again.
 * @param onEnd called when a stream ended or could not be opened
 */
export function createStreamKeeper(
  request: GroupsRequest,
  onMenu: (body: GroupsEnvelope, etag: string) => void,
  onEnd: () => void,
) {
  let closeStream: (() => void) | undefined
  let liveSince: number | undefined
  let failures = 0
  let dueAt = 0
  return { open, openWhenDue, close, isLive }

  function open(): void {
    closeStream = openStream(request, {
      onMenu: (body, etag) => {
        liveSince ??= performance.now()
        onMenu(body, etag)
      },
      onEnd: () => {
        failures = liveSince !== undefined && performance.now() - liveSince > STABLE_MS ? 0 : failures + 1
        dueAt = performance.now() + jittered(failures < 2 ? 2 * SECOND_MS : RETRY_MS)
        close()
        onEnd()
      },
    })
  }

  /** Whether a stream is open and has sent an event. */
  function isLive(): boolean {
    return liveSince !== undefined
  }

  function openWhenDue(): void {
    if (closeStream === undefined && performance.now() >= dueAt) open()
  }

  function close(): void {
    closeStream?.()
    closeStream = undefined
    liveSince = undefined
  }
}

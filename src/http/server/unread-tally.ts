import { MEBIBYTE } from '../../lib/bytes.ts'
import type { ServiceResponse } from '../service-response.ts'

/** The limits of responses that clients do not read. The buffers of the system for each connection do not count. */
export const UNREAD_LIMITS = {
  /** Enough for a hundred screens of a key that request different responses. */
  maxBytesOfClient: 32 * MEBIBYTE,
  /** The limit for all keys of a process together. */
  maxBytes: 128 * MEBIBYTE,
  /** When `maxBytes` is exceeded, only clients with more unread bytes than this are disconnected. */
  sparedBytes: MEBIBYTE,
  /** A client that has read nothing for this long is disconnected. */
  timeoutMs: 60_000,
}

/** The memory of a response and its request, without the body. */
const OVERHEAD_BYTES = 8 * 1024

/** The unread bodies of one client, or of all clients. A body from the cache is shared, so it counts once. */
interface UnreadBytes {
  bytes: number
  largestBytes: number
  readonly bodies: Set<Buffer>
}

const createUnreadBytes = (): UnreadBytes => ({ bytes: 0, largestBytes: 0, bodies: new Set() })

function addTo(unread: UnreadBytes, { unreadBody, writableLength }: ServiceResponse): void {
  unread.bytes += OVERHEAD_BYTES
  if (unreadBody === undefined) unread.bytes += writableLength
  else if (!unread.bodies.has(unreadBody)) unread.bytes += unreadBody.length
  if (unreadBody === undefined) return
  unread.bodies.add(unreadBody)
  unread.largestBytes = Math.max(unread.largestBytes, unreadBody.length)
}

/** Counts the bytes that clients have not read, by the key that requested them, or by the network where there is no key. */
export function createUnreadTally() {
  const all = createUnreadBytes()
  const unreadBy = new Map<string, UnreadBytes>()

  function exceedsLimits(client: string): boolean {
    const { bytes = 0, largestBytes = 0 } = unreadBy.get(client) ?? {}
    // A single response may be larger than `maxBytesOfClient`, so the largest one does not count.
    const isClientAbove = bytes - largestBytes >= UNREAD_LIMITS.maxBytesOfClient
    return isClientAbove || (all.bytes >= UNREAD_LIMITS.maxBytes && bytes >= UNREAD_LIMITS.sparedBytes)
  }

  return {
    exceedsLimits,
    add(client: string, response: ServiceResponse): void {
      const unread = unreadBy.get(client) ?? createUnreadBytes()
      unreadBy.set(client, unread)
      addTo(unread, response)
      addTo(all, response)
    },
  }
}

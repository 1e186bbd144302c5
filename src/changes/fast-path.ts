import type { OutgoingHttpHeader } from 'node:http'
import { canonicalDeviceId } from '../device/schema.ts'
import type { Repetition } from '../fast-path/fast-path.ts'
import type { RecordHeartbeat } from './heartbeats.ts'

/** What all responses to a screen have in common. */
export interface KnownReporter {
  readonly headers: readonly OutgoingHttpHeader[]
}

/**
 * Screens report heartbeats with the same key all the time. Until keys change, the key need not be looked up again. Whether
 * its user may update the device is looked up with each heartbeat.
 */
export function repeatedHeartbeats(
  recordHeartbeat: RecordHeartbeat,
  basePath: string,
): Repetition<KnownReporter> {
  const prefix = `${basePath}/devices/`

  return {
    cacheKeyOf: ({ url, headers }) =>
      plainId(url, prefix) === undefined || hasBody(headers) || headers.expect !== undefined
        ? undefined
        : `${headers.authorization}\n${headers.origin}`,
    async repeat({ headers }, { userId }, { url }) {
      const id = plainId(url, prefix)
      if (id === undefined || !(await recordHeartbeat(userId, canonicalDeviceId(id)))) return undefined
      return { status: 204, headers, body: undefined }
    },
  }
}

/** The device id in a URL, or undefined if the URL contains anything else or needs decoding. */
function plainId(url = '', prefix: string): string | undefined {
  if (!url.startsWith(prefix)) return undefined
  return /^([\w:.-]+)\/heartbeats$/.exec(url.slice(prefix.length))?.[1]
}

function hasBody(headers: Readonly<Record<string, string | string[] | undefined>>): boolean {
  return headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0'
}

import type { LogLine } from './command.ts'

/** A response that a test has received, as far as the log must tell of it. */
export interface Received {
  readonly method: string
  readonly url: string
  readonly status: number
  /** The value of X-Request-Id; what never became a request has none. */
  readonly requestId: string | undefined
}

/** Collects the responses that a service has given, to hold its log against them. */
export interface Ledger {
  readonly note: (received: Received) => void
  /** @returns what is wrong with a log: a response that has no line of its own, or a line too many */
  readonly faultsOf: (lines: readonly LogLine[]) => string[]
}

/** What watches over processes asks these every few seconds: the log says nothing of them. */
const PROBE = /^\/(livez|readyz)\/?(\?|$)/

export function createLedger(): Ledger {
  const responses = new Map<string, number>()

  return {
    note({ method, url, status, requestId }) {
      const isProbe = PROBE.test(url) && (method === 'GET' || method === 'HEAD')
      if (!isProbe) add(responses, `${status} ${requestId}`)
    },
    faultsOf(lines) {
      const logged = new Map<string, number>()
      for (const { msg, status, requestId } of lines) {
        if (msg === 'request') add(logged, `${status} ${requestId}`)
      }
      return [...responses].flatMap(([response, count]) => {
        const found = logged.get(response) ?? 0
        // A client that leaves at once does not see what it was answered.
        const isRight = response.endsWith('undefined') ? found >= count : found === count
        return isRight ? [] : [`${count} times "${response}" was received, but logged ${found} times`]
      })
    },
  }
}

function add(counts: Map<string, number>, name: string): void {
  counts.set(name, (counts.get(name) ?? 0) + 1)
}

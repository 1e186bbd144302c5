import type { LogLine } from './command.ts'

/** A response that a test has received, with what the log must contain of it. */
interface Received {
  readonly method: string
  readonly url: string
  readonly status: number
  /** The value of X-Request-Id. Malformed requests have none. */
  readonly requestId: string | undefined
}

/** Collects the responses of a service, to compare its log with them. */
export interface Ledger {
  readonly record: (received: Received) => void
  /** @returns the errors of a log: a response without a line of its own, or with too many lines */
  readonly errorsIn: (lines: readonly LogLine[]) => string[]
}

/** Health checks, which monitoring sends every few seconds, are not logged. */
const HEALTH_ROUTES = /^\/(livez|readyz)\/?(\?|$)/

export function createLedger(): Ledger {
  const responses = new Map<string, number>()

  return {
    record({ method, url, status, requestId }) {
      const isHealthRoute = HEALTH_ROUTES.test(url) && (method === 'GET' || method === 'HEAD')
      if (!isHealthRoute) add(responses, `${status} ${requestId}`)
    },
    errorsIn(lines) {
      const logged = new Map<string, number>()
      for (const { msg, status, requestId } of lines) {
        if (msg === 'request') add(logged, `${status} ${requestId}`)
      }
      return [...responses].flatMap(([response, count]) => {
        const found = logged.get(response) ?? 0
        // A client that disconnects at once does not see its response.
        const isRight = response.endsWith('undefined') ? found >= count : found === count
        return isRight ? [] : [`${count} times "${response}" was received, but logged ${found} times`]
      })
    },
  }
}

function add(counts: Map<string, number>, name: string): void {
  counts.set(name, (counts.get(name) ?? 0) + 1)
}

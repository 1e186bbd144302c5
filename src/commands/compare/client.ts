import { CommandError } from '../../lib/flow/command-error.ts'
import { NoResponse, type Received, TooLarge } from '../../lib/http-client/get.ts'
import { createHttpClient } from '../../lib/http-client/index.ts'
import { type InterfaceName, keyHeader, type ServiceKey } from '../../lib/http-client/key.ts'
import type { TimeLimits } from '../../lib/http-client/time-limits.ts'
import { readConfig } from '../../server/config/config.ts'

/** What a client can see of a response. */
export interface ComparedAnswer {
  readonly status: number
  /** What is compared of the headers. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  readonly durationMs: number
}

/** What two services answered to one request. */
export type ComparedAnswers = readonly [other: ComparedAnswer | NoResponse, self: ComparedAnswer | NoResponse]

/** Where the two interfaces of a service are, without a slash at the end, and the keys for them. */
export interface Service {
  readonly name: string
  readonly urls: Readonly<Record<InterfaceName, string>>
  readonly keys: Readonly<Record<InterfaceName, ServiceKey>>
}

export type CompareClient = ReturnType<typeof createCompareClient>

const MAX_WAIT_MS = 120_000
/** After so many requests in a row without an answer, a service is taken to be down. */
const MAX_FAILURES_IN_A_ROW = 5
/** Headers that explain an error. Their values are not compared. */
const EXPLAINING_HEADERS = ['WWW-Authenticate', 'Allow']

/** Creates a client of one service. Redirects are answers of their own. */
export function createCompareClient(
  service: Service,
  signal: AbortSignal,
  timeLimits: Partial<TimeLimits> = {},
) {
  const { proxies } = readConfig()
  const get = createHttpClient({ ...timeLimits, proxies, signal, onBusy: requireShortWait })
  let failuresInARow = 0

  /** @throws {CommandError} if the service asks to wait too long, or seems to be down */
  async function ask(of: InterfaceName, path: string): Promise<ComparedAnswer | NoResponse> {
    try {
      const received = await get(new URL(service.urls[of] + path), keyHeader(of, service.keys[of]))
      failuresInARow = 0
      return toAnswer(received)
    } catch (error) {
      if (!(error instanceof NoResponse)) throw error
      failuresInARow = error instanceof TooLarge ? 0 : failuresInARow + 1
      if (failuresInARow < MAX_FAILURES_IN_A_ROW) return error
      throw new CommandError(
        `Stopped, because ${service.name} did not answer ${failuresInARow} requests in a row: ${error.message}.`,
      )
    }
  }

  function requireShortWait(status: number, askedMs: number): void {
    if (askedMs <= MAX_WAIT_MS) return
    throw new CommandError(
      `${service.name} answers ${status} and asks to wait ${Math.ceil(askedMs / 1000)} seconds: try again later, or with a lower --concurrency.`,
    )
  }

  return { service, ask }
}

function toAnswer({ status, headers, body, durationMs }: Received): ComparedAnswer {
  const explaining = status < 400 ? [] : EXPLAINING_HEADERS
  return {
    status,
    headers: {
      'Content-Type': mediaType(headers.get('content-type')),
      ...Object.fromEntries(explaining.map((name) => [name, headers.has(name) ? 'sent' : 'none'])),
    },
    body: new TextDecoder().decode(body),
    durationMs,
  }
}

/** The media type without parameters: JSON is always UTF-8, with or without a charset. */
function mediaType(header: string | null): string {
  return header?.split(';')[0]?.trim().toLowerCase() ?? 'none'
}

/** The service rejected the key. Repeating the request is useless. */
export class RejectedError extends Error {
  /** Whether the key is valid, although it may not be used for this request. Other pages may accept it. */
  readonly isKeyValid: boolean

  constructor(message: string, isKeyValid: boolean) {
    super(message)
    this.isKeyValid = isKeyValid
  }
}

/** The service did not respond, or failed. A later request may succeed. */
export class UnavailableError extends Error {
  readonly retryAfterMs: number

  constructor(retryAfterMs = 0) {
    super('The service is not responding')
    this.retryAfterMs = retryAfterMs
  }
}

const TIMEOUT_MS = 30_000

export const INVALID_KEY = 'This key is not valid. It may be mistyped, expired or revoked.'
const MISSING_SCOPE = 'This key cannot read devices. It needs the scope device:read.'

type Headers = Readonly<Record<string, string>>

/**
 * Requests JSON from the service, which has the same origin as the page.
 * @throws {RejectedError} if the service rejects the key
 * @throws {UnavailableError} if the service does not respond, or fails
 */
export async function requestJson<Body>(url: string, headers: Headers, aborted: AbortSignal): Promise<Body> {
  if (!canBeSent(headers)) throw new RejectedError(INVALID_KEY, false)
  try {
    const signal = AbortSignal.any([aborted, AbortSignal.timeout(TIMEOUT_MS)])
    const response = await fetch(url, { headers, signal })
    checkStatus(response)
    return await response.json()
  } catch (cause) {
    const isExplained = cause instanceof RejectedError || cause instanceof UnavailableError
    throw isExplained || aborted.aborted ? cause : new UnavailableError()
  }
}

function checkStatus(response: Response): void {
  if (response.status === 401) throw new RejectedError(INVALID_KEY, false)
  if (response.status === 403) throw new RejectedError(MISSING_SCOPE, true)
  // A proxy may send a date instead of a number.
  const retryAfterSeconds = Number(response.headers.get('retry-after')) || 0
  if (!response.ok) throw new UnavailableError(retryAfterSeconds * 1000)
}

/** Browsers cannot send other characters in a header, and no key contains any. */
function canBeSent(headers: Headers): boolean {
  return Object.values(headers).every((value) => /^[\x20-\x7e]*$/.test(value))
}

/** The service responded and refused the key. Repeating the request is useless. */
export class Refused extends Error {
  /** Whether the key is valid, although it may not be used for this request. Other pages may accept it. */
  readonly isKeyValid: boolean

  constructor(message: string, isKeyValid: boolean) {
    super(message)
    this.isKeyValid = isKeyValid
  }
}

/** The service did not respond, or failed. A later request may succeed. */
export class Away extends Error {
  readonly retryAfterMs: number

  constructor(retryAfterMs = 0) {
    super('The service does not answer')
    this.retryAfterMs = retryAfterMs
  }
}

const PATIENCE_MS = 30_000

const INVALID = 'This key is not valid. It may be mistyped, expired or revoked.'
const NO_SCOPE = 'This key cannot read devices. It needs the scope device:read.'

type Headers = Readonly<Record<string, string>>

/**
 * Requests JSON from the service, which has the same origin as the page.
 * @throws {Refused} if the service refuses the key
 * @throws {Away} if the service does not respond, or fails
 */
export async function ask<Answer>(url: string, headers: Headers, ended: AbortSignal): Promise<Answer> {
  if (!canBeSent(headers)) throw new Refused(INVALID, false)
  try {
    const signal = AbortSignal.any([ended, AbortSignal.timeout(PATIENCE_MS)])
    const response = await fetch(url, { headers, signal })
    checkStatus(response)
    return await response.json()
  } catch (cause) {
    if (cause instanceof Refused || cause instanceof Away || ended.aborted) throw cause
    throw new Away()
  }
}

function checkStatus(response: Response): void {
  if (response.status === 401) throw new Refused(INVALID, false)
  if (response.status === 403) throw new Refused(NO_SCOPE, true)
  // A proxy may send a date instead of a number.
  const retryAfterSeconds = Number(response.headers.get('retry-after')) || 0
  if (!response.ok) throw new Away(retryAfterSeconds * 1000)
}

/** Browsers cannot send other characters in a header, and no key contains any. */
function canBeSent(headers: Headers): boolean {
  return Object.values(headers).every((value) => /^[\x20-\x7e]*$/.test(value))
}

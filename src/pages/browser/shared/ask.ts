/** The service has answered, and does not let the key in: asking again is of no use. */
export class Refused extends Error {
  /** Whether the key is good, though not for what was asked: another page may have use for it. */
  readonly isKeyValid: boolean

  constructor(message: string, isKeyValid: boolean) {
    super(message)
    this.isKeyValid = isKeyValid
  }
}

/** The service did not answer, or could not: the next time may be better. */
export class Away extends Error {
  readonly retryAfterMs: number

  constructor(retryAfterMs = 0) {
    super('The service does not answer')
    this.retryAfterMs = retryAfterMs
  }
}

const PATIENCE_MS = 30_000

const INVALID = 'This key is not valid: it is mistyped, has expired or was revoked.'
const NO_SCOPE = 'This key may not read devices: it lacks the scope device:read.'

type Headers = Readonly<Record<string, string>>

/** Asks the service, which is where the page came from. */
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
  // A proxy may answer with a date, which is no number.
  const retryAfterSeconds = Number(response.headers.get('retry-after')) || 0
  if (!response.ok) throw new Away(retryAfterSeconds * 1000)
}

/** No browser sends a header with other signs, and no such key can exist. */
function canBeSent(headers: Headers): boolean {
  return Object.values(headers).every((value) => /^[\x20-\x7e]*$/.test(value))
}

import { retryAfterMs } from '../../lib/http-client/back-off.ts'
import { failureReason } from '../../lib/system-error.ts'
import { ALERT_FORMATS } from '../formats/alert-formats.ts'
import type { DueMessage } from '../outbox/queries/messages.ts'
import { SendError } from './addresses.ts'
import { isSuccess } from './response.ts'
import { type SendOptions, send } from './send.ts'

/** The outcome of an attempt to send a message. */
export interface Outcome {
  readonly isSent: boolean
  /** The result in words, without any secret. */
  readonly result: string
  readonly isGone: boolean
  /** How long the receiver asks to wait in `Retry-After`; 0 if it does not. */
  readonly retryAfterMs: number
}

export interface Attempt {
  readonly message: DueMessage
  readonly outcome: Outcome
}

const GONE = 410
const BUSY: readonly number[] = [429, 503]

/** Tries to send a message once. It never throws: an error becomes the result. */
export async function attemptToSend(
  { id, body, format, ...destination }: DueMessage,
  options: SendOptions,
  nowMs: number,
): Promise<Outcome> {
  try {
    const request = ALERT_FORMATS[format].toRequest(destination, { id, body: JSON.parse(body) }, nowMs)
    const response = await send(request, options)
    return {
      isSent: isSuccess(response),
      result: `HTTP ${response.status}`,
      isGone: response.status === GONE,
      retryAfterMs: BUSY.includes(response.status) ? retryAfterMs(response.retryAfter, nowMs) : 0,
    }
  } catch (error) {
    const result =
      error instanceof SendError ? error.message : `the message could not be made: ${failureReason(error)}`
    return { isSent: false, result, isGone: false, retryAfterMs: 0 }
  }
}

import { retryAfterMs } from '../../lib/http-client/back-off.ts'
import type { AlertRequest } from '../formats/alert-format.ts'
import { ALERT_FORMATS } from '../formats/alert-formats.ts'
import { isSuccess, type ReceiverAnswer } from './answer.ts'
import type { DueMessage } from './queries.ts'
import { NotSent, type SendOptions, send } from './send.ts'

/** The outcome of an attempt to send a message. */
export interface Outcome {
  readonly isSent: boolean
  /** The result in words, without any secret. */
  readonly result: string
  /** Whether the receiver answered 410 Gone. */
  readonly isGone: boolean
  /** How long the receiver asks to wait in `Retry-After`; 0 if it does not. */
  readonly askedMs: number
}

const GONE = 410
const BUSY: readonly number[] = [429, 503]

/** Tries to send a message once. It never throws: an error becomes the result. */
export async function attempt(message: DueMessage, options: SendOptions, nowMs: number): Promise<Outcome> {
  try {
    const answer = await send(requestOf(message, nowMs), options)
    return outcomeOf(answer, nowMs)
  } catch (error) {
    const result = error instanceof NotSent ? error.message : 'the message could not be made'
    return { isSent: false, result, isGone: false, askedMs: 0 }
  }
}

function requestOf({ id, body, format, ...destination }: DueMessage, nowMs: number): AlertRequest {
  return ALERT_FORMATS[format].toRequest(destination, { id, body: JSON.parse(body) }, nowMs)
}

function outcomeOf(answer: ReceiverAnswer, nowMs: number): Outcome {
  const { status } = answer
  return {
    isSent: isSuccess(answer),
    result: `HTTP ${status}`,
    isGone: status === GONE,
    askedMs: BUSY.includes(status) ? retryAfterMs(answer.retryAfter, nowMs) : 0,
  }
}

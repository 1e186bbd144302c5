import { retryAfterMs } from '../../../lib/http-client/back-off.ts'
import type { AlertRequest } from '../receivers/format.ts'
import { FORMATS } from '../receivers/formats.ts'
import type { RouteFormat } from '../route.ts'
import { describeAnswer, isSuccess, type ReceiverAnswer } from './answer.ts'
import type { DueMessage } from './queries.ts'
import { NotSent, type SendOptions, send } from './send.ts'

/** How an attempt went. */
export interface Outcome {
  readonly isSent: boolean
  /** In words, without any secret. */
  readonly result: string
  /** Whether the receiver says that it does not exist any more. */
  readonly isGone: boolean
  /** How long the receiver asks to wait. */
  readonly askedMs: number
}

const GONE = 410
const BUSY: readonly number[] = [429, 503]

/** Tries to send a message once. It throws nothing: whatever happens is the result of the attempt. */
export async function attempt(message: DueMessage, options: SendOptions, nowMs: number): Promise<Outcome> {
  try {
    const answer = await send(requestOf(message, nowMs), options)
    return outcomeOf(message.format, answer, nowMs)
  } catch (error) {
    const result = error instanceof NotSent ? error.message : 'the message could not be made'
    return { isSent: false, result, isGone: false, askedMs: 0 }
  }
}

function requestOf({ id, body: text, format, ...destination }: DueMessage, nowMs: number): AlertRequest {
  return FORMATS[format].toRequest(destination, { id, text, body: JSON.parse(text) }, nowMs)
}

function outcomeOf(format: RouteFormat, answer: ReceiverAnswer, nowMs: number): Outcome {
  const { status } = answer
  return {
    isSent: isSuccess(answer),
    result: describeAnswer(answer),
    isGone: status === GONE,
    askedMs: BUSY.includes(status) ? askedMs(format, answer, nowMs) : 0,
  }
}

function askedMs(format: RouteFormat, { retryAfter, body }: ReceiverAnswer, nowMs: number): number {
  const { askedMs: inBody } = FORMATS[format]
  return Math.max(retryAfterMs(retryAfter, nowMs), inBody?.(body) ?? 0)
}

import type { AlertBody } from '../body.ts'
import type { Destination } from '../route.ts'

/** A POST that delivers a message. */
export interface AlertRequest {
  readonly url: URL
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** A message on its way to a receiver. */
export interface OutgoingMessage {
  /** The same on each attempt. */
  readonly id: string
  /** The JSON that is stored. */
  readonly text: string
  /** What that says. */
  readonly body: AlertBody
}

/** What a kind of receiver expects. */
export interface ReceiverFormat {
  /** Whether people read what is sent: then one message tells of several incidents. Programs get one for each. */
  readonly isChat: boolean
  /** Whether it needs a token, may have one, has none, or gets a secret that is made here. */
  readonly token: 'needed' | 'optional' | 'none' | 'secret'
  /** What is wrong with an address, or with a token, as the end of a sentence that begins with "It must"; undefined if nothing is. */
  readonly urlRule?: (url: URL) => string | undefined
  readonly tokenRule?: (token: string) => string | undefined
  /** The request for a message: the same on each attempt, unless the format says so. */
  readonly toRequest: (destination: Destination, message: OutgoingMessage, nowMs: number) => AlertRequest
  /** How long the body of an answer asks to wait, where `Retry-After` is not the only place that says so. */
  readonly askedMs?: (body: Buffer) => number
}

export const JSON_HEADERS = { 'content-type': 'application/json' } as const

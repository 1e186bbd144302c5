import type { MessageBody } from '../message.ts'

/** Where the messages of an alert route are sent. The URL and the token are secrets. */
export interface Destination {
  readonly url: string
  /** The token that the receiver demands, or the secret that signs messages. */
  readonly token: string | null
}

/** A POST that delivers a message. */
export interface AlertRequest {
  readonly url: URL
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** A message on its way to a receiver. */
export interface OutgoingMessage {
  /** The id is the same on each attempt. */
  readonly id: string
  readonly body: MessageBody
}

/** A format of messages, as one kind of receiver accepts them. */
export interface AlertFormat {
  /** Whether people read the messages. People get one message about several incidents, a program gets one for each. */
  readonly isForPeople: boolean
  /** Whether it needs a token, may have one, has none, or gets a secret that `signage alerts add` creates. */
  readonly tokenUse: 'needed' | 'optional' | 'none' | 'secret'
  /** The rule that a URL or a token breaks, as the end of a sentence that begins with "It must"; undefined if it breaks none. */
  readonly brokenUrlRule?: (url: URL) => string | undefined
  readonly brokenTokenRule?: (token: string) => string | undefined
  /** The request for a message. It is the same on each attempt, unless it contains or signs the time. */
  readonly toRequest: (destination: Destination, message: OutgoingMessage, nowMs: number) => AlertRequest
}

export const JSON_HEADERS = { 'content-type': 'application/json' } as const

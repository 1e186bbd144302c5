/** How long another service may take. */
export interface TimeLimits {
  /** One answer, from sending the request to the end of the body. */
  readonly timeoutMs: number
  /** All attempts to send one request, and the pauses between them, but not those that the service asks for. */
  readonly giveUpAfterMs: number
}

/** The time for an answer is less, so that a request whose connection has gone silent is sent once more. */
export const TIME_LIMITS: TimeLimits = { timeoutMs: 30_000, giveUpAfterMs: 60_000 }

/** How long another service may take. */
export type TimeLimits = Readonly<typeof TIME_LIMITS>

/** The time for an answer is less, so that a request whose connection has gone silent is sent once more. */
export const TIME_LIMITS = {
  /** One answer, from sending the request to the end of the body. */
  timeoutMs: 30_000,
  /** All attempts to send one request, and the pauses between them, but not those that the service asks for. */
  giveUpAfterMs: 60_000,
}

/** What a receiver answered. */
export interface ReceiverAnswer {
  readonly status: number
  readonly retryAfter: string | null
  /** At most its first 64 kB. */
  readonly body: Buffer
}

/** Only 2xx is a success. A redirect is none: it may lead anywhere. */
export function isSuccess({ status }: ReceiverAnswer): boolean {
  return status >= 200 && status < 300
}

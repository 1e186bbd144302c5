/** What a receiver answered. */
export interface ReceiverAnswer {
  readonly status: number
  readonly retryAfter: string | null
  readonly contentType: string | null
  /** At most its first 64 kB. */
  readonly body: Buffer
}

/**
 * Whether a message has arrived. Only 2xx says so: a redirect may lead anywhere. A web page does not, whatever its status: no receiver
 * answers with one, but a login, a captive portal or a filter in between does.
 */
export function isSuccess(answer: ReceiverAnswer): boolean {
  return is2xx(answer) && !isWebPage(answer)
}

/** An answer in words, without any secret. */
export function describeAnswer(answer: ReceiverAnswer): string {
  return `HTTP ${answer.status}${is2xx(answer) && isWebPage(answer) ? ' with a web page' : ''}`
}

function is2xx({ status }: ReceiverAnswer): boolean {
  return status >= 200 && status < 300
}

const PROLOGUE = /^(?:\s|<\?[^>]*>|<!--[^>]*-->)*/
const BEGINS_PAGE = /^<(?:!doctype\s+html|html)\b/i

/** Some programs say `ok` as `text/html`, which is no page. */
function isWebPage({ contentType, body }: ReceiverAnswer): boolean {
  const text = body
    .toString()
    .replace(/^\ufeff/, '')
    .replace(PROLOGUE, '')
  return BEGINS_PAGE.test(text) || (text.startsWith('<') && /html/i.test(contentType ?? ''))
}

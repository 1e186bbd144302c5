import { createProxyAgent } from '../../lib/http-client/through-proxy.ts'
import { beforeAbort } from '../../lib/time/deadline.ts'
import type { AlertRequest } from '../formats/alert-format.ts'
import { type ReceiverResponse, readResponse } from './response.ts'

/** Sends a POST through a proxy, which resolves the name of the receiver by itself. */
export async function sendThroughProxy(
  proxy: URL,
  { url, headers, body }: AlertRequest,
  signal: AbortSignal,
): Promise<ReceiverResponse> {
  const { request } = await import('undici')
  const dispatcher = await createProxyAgent(proxy)
  try {
    const response = await beforeAbort(
      request(url, { method: 'POST', headers: { ...headers }, body, dispatcher, signal }),
      signal,
    )
    return await readResponse({ ...response, status: response.statusCode }, signal)
  } finally {
    dispatcher.destroy().catch(() => {})
  }
}

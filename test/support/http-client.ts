import { once } from 'node:events'
import { type Agent, type IncomingMessage, request } from 'node:http'
import { buffer } from 'node:stream/consumers'
import type { HTTPMethods, LightMyRequestResponse } from 'fastify'

/** A request of a test. */
export interface HttpRequest {
  readonly method?: HTTPMethods
  readonly url: string
  readonly headers?: Record<string, string>
  readonly payload?: string
}

/** A response, in the form that Fastify's `inject` returns. */
export type HttpResponse = Pick<
  LightMyRequestResponse,
  'statusCode' | 'headers' | 'body' | 'rawPayload' | 'json'
>

/** Sends a request unchanged, follows no redirect and decodes nothing. Of a stream it reads only the first event. */
export async function sendOver(agent: Agent, address: string, sent: HttpRequest): Promise<HttpResponse> {
  const { hostname: host, port } = new URL(address)
  const { method = 'GET', url, headers = {}, payload } = sent
  // Characters that a request line cannot contain are encoded, as browsers do.
  const path = url.replace(/[^\x21-\x7e]/gu, encodeURIComponent)
  return new Promise((resolve, reject) => {
    const outgoing = request({ agent, host, port, method, path, headers })
    outgoing.once('error', reject)
    outgoing.once('response', (response) => {
      readBody(response).then((rawPayload) => {
        const body = rawPayload.toString()
        const { statusCode = 0, headers: received } = response
        resolve({ statusCode, headers: received, body, rawPayload, json: () => JSON.parse(body) })
      }, reject)
    })
    outgoing.end(payload)
  })
}

async function readBody(response: IncomingMessage): Promise<Buffer> {
  const isStream = response.headers['content-type']?.startsWith('text/event-stream')
  if (!isStream || response.headers['content-length'] !== undefined) return buffer(response)
  const [first] = await Promise.race([once(response, 'data'), once(response, 'end')])
  response.destroy()
  return first ?? Buffer.alloc(0)
}

import { LRUCache } from 'lru-cache'
import { expect } from 'vitest'
import { createResponseChecker, type Description } from './description.ts'
import type { HttpRequest, HttpResponse } from './http-client.ts'

/** Checks a response against the OpenAPI description of the service itself. */
export type ResponseCheck = (request: HttpRequest, response: HttpResponse) => Promise<void>

/** @param send sends a request to the service */
export function createResponseCheck(send: (request: HttpRequest) => Promise<HttpResponse>): ResponseCheck {
  let checker: Promise<ReturnType<typeof createResponseChecker>> | undefined
  const describe = async () =>
    createResponseChecker((await send({ url: '/openapi.json' })).json<Description>())

  // Responses that were found right: many tests get the same ones again and again.
  const right = new LRUCache<string, true>({
    maxSize: 20_000_000,
    sizeCalculation: (_, response) => response.length,
  })

  return async ({ method = 'GET', url }, response) => {
    if (method === 'HEAD') return
    const { statusCode, headers, body } = response
    const isEncoded = headers['content-encoding'] !== undefined
    const type = headers['content-type']
    const checked = `${method} ${url} ${statusCode} ${isEncoded} ${type} ${body}`
    if (right.has(checked)) return
    // People who are at an unknown address get a page.
    if (statusCode === 404 && type === 'text/html; charset=utf-8') return
    if (statusCode >= 400) {
      expect(type).toBe('application/json; charset=utf-8')
      expect(response.json()).toEqual({ message: expect.any(String) })
    }
    checker ??= describe()
    const check = await checker
    expect(check(url, { method, statusCode, isEncoded, body })).toBeUndefined()
    right.set(checked, true)
  }
}

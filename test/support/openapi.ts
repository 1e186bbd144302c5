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

  return async ({ method = 'GET', url }, response) => {
    const { statusCode, headers, body } = response
    if (statusCode >= 400 && method !== 'HEAD') {
      expect(headers['content-type']).toBe('application/json; charset=utf-8')
      expect(response.json()).toEqual({ message: expect.any(String) })
    }
    if (method === 'HEAD') return
    checker ??= describe()
    const check = await checker
    const isEncoded = headers['content-encoding'] !== undefined
    expect(check(url, { method, statusCode, isEncoded, body })).toBeUndefined()
  }
}

import { expect } from 'vitest'
import { answerChecker, type Description } from './description.ts'
import type { Answer, Sent } from './http-client.ts'

/** Checks a response against the OpenAPI description of the service itself. */
export type AnswerCheck = (sent: Sent, answer: Answer) => Promise<void>

/** @param ask sends a request to the service */
export function createAnswerCheck(ask: (sent: Sent) => Promise<Answer>): AnswerCheck {
  let describing: Promise<ReturnType<typeof answerChecker>> | undefined
  const describe = async () => answerChecker((await ask({ url: '/openapi.json' })).json<Description>())

  return async ({ method = 'GET', url }, answer) => {
    const { statusCode, headers, body } = answer
    if (statusCode >= 400 && method !== 'HEAD') {
      expect(headers['content-type']).toBe('application/json; charset=utf-8')
      expect(answer.json()).toEqual({ message: expect.any(String) })
    }
    if (method !== 'GET') return
    describing ??= describe()
    const check = await describing
    const isEncoded = headers['content-encoding'] !== undefined
    expect(check(url, { statusCode, isEncoded, body })).toBeUndefined()
  }
}

import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify'
import { expect } from 'vitest'
import { answerChecker, type Description } from './description.ts'

const checkers = new WeakMap<FastifyInstance, ReturnType<typeof answerChecker>>()

/** Holds an answer against the description that the service itself gives of it. */
export async function checkAnswer(
  app: FastifyInstance,
  { method, url }: InjectOptions,
  answer: LightMyRequestResponse,
): Promise<void> {
  const { statusCode, headers, body } = answer
  if (statusCode >= 400 && method !== 'HEAD') {
    expect(headers['content-type']).toBe('application/json; charset=utf-8')
    expect(answer.json()).toEqual({ message: expect.any(String) })
  }
  if (method !== 'GET' || typeof url !== 'string') return
  const check = checkers.get(app) ?? answerChecker((await app.inject('/openapi.json')).json<Description>())
  checkers.set(app, check)
  const isEncoded = headers['content-encoding'] !== undefined
  expect(check(url, { statusCode, isEncoded, body })).toBeUndefined()
}

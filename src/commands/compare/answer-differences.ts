import { NoResponse } from '../../lib/http-client/get.ts'
import type { ComparedAnswer } from './client.ts'
import { type AnswerDifference, compareJson, type DifferenceType } from './json-differences.ts'

/**
 * Compares what a client can see of two answers: status, media type, body, and for errors whether there is
 * `WWW-Authenticate` or `Allow`.
 */
export function* compareAnswers(
  other: ComparedAnswer | NoResponse,
  self: ComparedAnswer | NoResponse,
): Generator<AnswerDifference> {
  if (other instanceof NoResponse || self instanceof NoResponse) {
    yield ofAnswer('no answer', '', describeAnswer(other), describeAnswer(self))
  } else if (other.status !== self.status) {
    yield ofAnswer('status', '', other.status, self.status)
  } else {
    yield* compareHeaders(other, self)
    yield* compareBodies(other, self)
  }
}

function* compareHeaders({ headers }: ComparedAnswer, self: ComparedAnswer): Generator<AnswerDifference> {
  for (const [name, other] of Object.entries(headers)) {
    const own = self.headers[name]
    if (own !== other) yield ofAnswer('header', name, other, own)
  }
}

function* compareBodies(
  { body: other }: ComparedAnswer,
  { body: self }: ComparedAnswer,
): Generator<AnswerDifference> {
  if (other === self) return
  const otherJson = tryParseJson(other)
  const selfJson = tryParseJson(self)
  if (otherJson !== undefined && selfJson !== undefined) yield* compareJson(otherJson.value, selfJson.value)
  else yield ofAnswer('body', '', describeBody(other, otherJson), describeBody(self, selfJson))
}

/** @returns undefined if the text is not JSON */
export function tryParseJson(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) }
  } catch {
    return undefined
  }
}

function ofAnswer(type: DifferenceType, pointer: string, other: unknown, self: unknown): AnswerDifference {
  return { type, pointer, pattern: pointer, other, this: self }
}

function describeAnswer(answer: ComparedAnswer | NoResponse): string {
  return answer instanceof NoResponse ? answer.message : `status ${answer.status}`
}

function describeBody(text: string, json: object | undefined): string {
  if (json !== undefined) return 'JSON'
  return text === '' ? 'empty' : `not JSON: ${text}`
}

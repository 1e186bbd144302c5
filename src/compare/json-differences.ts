import { isObject, type JsonObject, pointerTo } from '../json.ts'
import { byIdentity, keyOf } from './member-identity.ts'

export type DifferenceType =
  | 'missing'
  | 'added'
  | 'value'
  | 'type'
  | 'order'
  | 'status'
  | 'header'
  | 'body'
  | 'no answer'

/** One difference between the answers of the other service and this one. */
export interface AnswerDifference {
  readonly type: DifferenceType
  /** A JSON pointer into the body, the name of a header, or empty. */
  readonly pointer: string
  /** The same with `*` in place of indexes, so that all items of a list are one kind. */
  readonly pattern: string
  /** The value of the other service; absent if it has none. */
  readonly other?: unknown
  /** The value of this service; absent if it has none. */
  readonly this?: unknown
}

type Place = Pick<AnswerDifference, 'pointer' | 'pattern'>

interface Pair {
  readonly other: unknown
  readonly self: unknown
  readonly place: Place
}

/**
 * Compares two values of JSON. The order of members of objects does not matter, that of arrays does. It does not
 * recurse, because a body may nest more deeply than the stack allows.
 */
export function* compareJson(other: unknown, self: unknown): Generator<AnswerDifference> {
  const pending: Pair[] = [{ other, self, place: { pointer: '', pattern: '' } }]
  for (let pair = pending.pop(); pair !== undefined; pair = pending.pop()) {
    const pairs: Pair[] = []
    yield* comparePair(pair, pairs)
    for (const inner of pairs.reverse()) pending.push(inner)
  }
}

/** @param pairs receives the pairs of values inside, which remain to be compared */
function* comparePair({ other, self, place }: Pair, pairs: Pair[]): Generator<AnswerDifference> {
  if (other === self) return
  const type = typeOf(other)
  if (type !== typeOf(self)) yield at(place, 'type', { other, this: self })
  else if (Array.isArray(other) && Array.isArray(self)) yield* compareArrays(other, self, place, pairs)
  else if (isObject(other) && isObject(self)) yield* compareObjects(other, self, place, pairs)
  else yield at(place, 'value', { other, this: self })
}

function* compareObjects(
  other: JsonObject,
  self: JsonObject,
  place: Place,
  pairs: Pair[],
): Generator<AnswerDifference> {
  for (const [name, value] of Object.entries(other)) {
    const inner = inside(place, name)
    if (Object.hasOwn(self, name)) pairs.push({ other: value, self: self[name], place: inner })
    else yield at(inner, 'missing', { other: value })
  }
  for (const [name, value] of Object.entries(self)) {
    if (!Object.hasOwn(other, name)) yield at(inside(place, name), 'added', { this: value })
  }
}

/** Matches members by their identity, so that one missing item is one difference. */
function* compareArrays(
  other: readonly unknown[],
  self: readonly unknown[],
  place: Place,
  pairs: Pair[],
): Generator<AnswerDifference> {
  const otherIndexes = byIdentity(other)
  const selfIndexes = byIdentity(self)
  for (const [identity, index] of otherIndexes) {
    const selfIndex = selfIndexes.get(identity)
    const inner = inside(place, index)
    if (selfIndex === undefined) yield at(inner, 'missing', { other: other[index] })
    else pairs.push({ other: other[index], self: self[selfIndex], place: inner })
  }
  for (const [identity, index] of selfIndexes) {
    if (!otherIndexes.has(identity)) yield at(inside(place, index), 'added', { this: self[index] })
  }
  yield* compareOrder(otherIndexes, selfIndexes, self, place)
}

/** One difference with the members of both arrays from the first place where their order differs. */
function* compareOrder(
  otherIndexes: ReadonlyMap<string, number>,
  selfIndexes: ReadonlyMap<string, number>,
  self: readonly unknown[],
  place: Place,
): Generator<AnswerDifference> {
  const inOther = [...otherIndexes.keys()].filter((identity) => selfIndexes.has(identity))
  const inSelf = [...selfIndexes.keys()].filter((identity) => otherIndexes.has(identity))
  const start = inOther.findIndex((identity, position) => identity !== inSelf[position])
  if (start === -1) return
  const keys = (identities: readonly string[]) =>
    identities.slice(start).map((identity) => keyOf(self[selfIndexes.get(identity) ?? -1]) ?? '…')
  yield at(place, 'order', { other: keys(inOther), this: keys(inSelf) })
}

function at(
  place: Place,
  type: DifferenceType,
  values: { readonly other?: unknown; readonly this?: unknown },
): AnswerDifference {
  return { type, ...place, ...values }
}

function inside({ pointer, pattern }: Place, step: string | number): Place {
  const inPattern = typeof step === 'number' ? '*' : step
  return { pointer: pointerTo(pointer, step), pattern: pointerTo(pattern, inPattern) }
}

function typeOf(value: unknown): string {
  if (value === null) return 'null'
  return Array.isArray(value) ? 'array' : typeof value
}

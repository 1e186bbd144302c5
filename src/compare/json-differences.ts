import { isObject, type JsonObject } from '../json.ts'
import { matchArrays } from './match-arrays.ts'
import { extend, type Place, patternOf, pointerOf } from './place.ts'

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
export interface Difference {
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

interface Pair {
  readonly other: unknown
  readonly self: unknown
  readonly place: Place | undefined
}

/**
 * Compares two values of JSON. The order of members of objects does not matter, that of arrays does. It does not
 * recurse, because a body may nest more deeply than the stack allows.
 */
export function* compareJson(other: unknown, self: unknown): Generator<Difference> {
  const pending: Pair[] = [{ other, self, place: undefined }]
  for (let pair = pending.pop(); pair !== undefined; pair = pending.pop()) {
    const pairs: Pair[] = []
    yield* comparePair(pair, pairs)
    for (const inner of pairs.reverse()) pending.push(inner)
  }
}

/** @param pairs receives the pairs of values inside, which remain to be compared */
function* comparePair({ other, self, place }: Pair, pairs: Pair[]): Generator<Difference> {
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
  place: Place | undefined,
  pairs: Pair[],
): Generator<Difference> {
  for (const [name, value] of Object.entries(other)) {
    const inner = extend(place, name)
    if (Object.hasOwn(self, name)) pairs.push({ other: value, self: self[name], place: inner })
    else yield at(inner, 'missing', { other: value })
  }
  for (const [name, value] of Object.entries(self)) {
    if (!Object.hasOwn(other, name)) yield at(extend(place, name), 'added', { this: value })
  }
}

function* compareArrays(
  other: readonly unknown[],
  self: readonly unknown[],
  place: Place | undefined,
  pairs: Pair[],
): Generator<Difference> {
  const { matched, missing, added, order } = matchArrays(other, self)
  for (const index of missing) yield at(extend(place, index), 'missing', { other: other[index] })
  for (const index of added) yield at(extend(place, index), 'added', { this: self[index] })
  if (order !== undefined) yield at(place, 'order', order)
  for (const [index, selfIndex] of matched) {
    pairs.push({ other: other[index], self: self[selfIndex], place: extend(place, index) })
  }
}

function at(
  place: Place | undefined,
  type: DifferenceType,
  values: { readonly other?: unknown; readonly this?: unknown },
): Difference {
  return { type, pointer: pointerOf(place), pattern: patternOf(place), ...values }
}

function typeOf(value: unknown): string {
  if (value === null) return 'null'
  return Array.isArray(value) ? 'array' : typeof value
}

import { isObject, type JsonObject, pointerTo } from '../../lib/json/json.ts'

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
  if (type !== typeOf(self)) yield { type: 'type', ...place, other, this: self }
  else if (Array.isArray(other) && Array.isArray(self)) {
    const members = [byIdentity(other), byIdentity(self)] as const
    yield* compareMembers(...members, place, pairs)
    yield* compareOrder(...members, place)
  } else if (isObject(other) && isObject(self))
    yield* compareMembers(byName(other), byName(self), place, pairs)
  else yield { type: 'value', ...place, other, this: self }
}

/** A member of an object, or of an array. */
interface Member {
  readonly step: string | number
  readonly value: unknown
}

function* compareMembers(
  other: ReadonlyMap<string, Member>,
  self: ReadonlyMap<string, Member>,
  place: Place,
  pairs: Pair[],
): Generator<AnswerDifference> {
  for (const [identity, { step, value }] of other) {
    const match = self.get(identity)
    const inner = inside(place, step)
    if (match === undefined) yield { type: 'missing', ...inner, other: value }
    else pairs.push({ other: value, self: match.value, place: inner })
  }
  for (const [identity, { step, value }] of self) {
    if (!other.has(identity)) yield { type: 'added', ...inside(place, step), this: value }
  }
}

/** One difference with the members of both arrays from the first place where their order differs. */
function* compareOrder(
  other: ReadonlyMap<string, Member>,
  self: ReadonlyMap<string, Member>,
  place: Place,
): Generator<AnswerDifference> {
  const inOther = [...other.keys()].filter((identity) => self.has(identity))
  const inSelf = [...self.keys()].filter((identity) => other.has(identity))
  const start = inOther.findIndex((identity, position) => identity !== inSelf[position])
  if (start === -1) return
  const keys = (identities: readonly string[]) =>
    identities.slice(start).map((identity) => keyOf(self.get(identity)?.value) ?? '…')
  yield { type: 'order', ...place, other: keys(inOther), this: keys(inSelf) }
}

function byName(object: JsonObject): Map<string, Member> {
  return new Map(Object.entries(object).map(([name, value]) => [name, { step: name, value }]))
}

/**
 * The members of an array by what makes each the same in another array, in their order: so one missing item is one
 * difference.
 */
function byIdentity(members: readonly unknown[]): Map<string, Member> {
  const counts = new Map<string, number>()
  const identified = new Map<string, Member>()
  for (const [step, value] of members.entries()) {
    const key = keyOf(value)
    const identity = key === undefined ? '' : `${typeof key} ${key}`
    const earlier = counts.get(identity) ?? 0
    counts.set(identity, earlier + 1)
    // Members that look the same are numbered, and those without an identity are matched by their position.
    identified.set(`${earlier} ${identity}`, { step, value })
  }
  return identified
}

/** The id of a member, the value of an option, or a text itself; undefined if it has none of these. */
function keyOf(member: unknown): unknown {
  if (typeof member !== 'object') return member
  if (member === null || Array.isArray(member)) return undefined
  const key = 'id' in member ? member.id : 'value' in member ? member.value : undefined
  // An id may be a number in one service and the same text in the other: that is a difference of its type.
  return typeof key === 'string' || typeof key === 'number' ? String(key) : undefined
}

function inside({ pointer, pattern }: Place, step: string | number): Place {
  const inPattern = typeof step === 'number' ? '*' : step
  return { pointer: pointerTo(pointer, step), pattern: pointerTo(pattern, inPattern) }
}

function typeOf(value: unknown): string {
  if (value === null) return 'null'
  return Array.isArray(value) ? 'array' : typeof value
}

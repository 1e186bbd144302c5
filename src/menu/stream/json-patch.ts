import { isObject, pointerTo } from '../../lib/json/json.ts'

export type Json = string | number | boolean | null | Json[] | JsonObject
type JsonObject = { readonly [name: string]: Json }

/** One operation of a JSON Patch (RFC 6902 §4). The path is a JSON pointer (RFC 6901). */
export type Operation =
  | { readonly op: 'add' | 'replace'; readonly path: string; readonly value: Json }
  | { readonly op: 'remove'; readonly path: string }

/**
 * Creates the operations that turn one value into another, in the order in which to apply them. Array members
 * with an `id` are matched by it, so that adding a member at the top does not change all members after it.
 */
export function createPatch(before: Json, after: Json): Operation[] {
  return [...difference(before, after, '')]
}

function* difference(before: Json, after: Json, path: string): Generator<Operation> {
  if (before === after) return
  if (Array.isArray(before) && Array.isArray(after)) yield* differenceOfArrays(before, after, path)
  else if (isObject(before) && isObject(after)) yield* differenceOfObjects(before, after, path)
  else yield { op: 'replace', path, value: after }
}

function* differenceOfObjects(before: JsonObject, after: JsonObject, path: string): Generator<Operation> {
  for (const name of Object.keys(before)) {
    if (!Object.hasOwn(after, name)) yield { op: 'remove', path: pointerTo(path, name) }
  }
  for (const [name, value] of Object.entries(after)) {
    const memberPath = pointerTo(path, name)
    const old = Object.hasOwn(before, name) ? before[name] : undefined
    if (old === undefined) yield { op: 'add', path: memberPath, value }
    else yield* difference(old, value, memberPath)
  }
}

/**
 * Members that match at the start and at the end of both arrays are compared with each other. Between them,
 * all old members are removed and all new members are added.
 */
function* differenceOfArrays(before: Json[], after: Json[], path: string): Generator<Operation> {
  const shorter = Math.min(before.length, after.length)
  let start = 0
  while (start < shorter && areAlike(before[start], after[start])) start++
  let end = 0
  while (end < shorter - start && areAlike(before.at(-1 - end), after.at(-1 - end))) end++

  for (let index = before.length - end - 1; index >= start; index--)
    yield { op: 'remove', path: pointerTo(path, index) }
  for (const [index, value] of after.slice(start, after.length - end).entries()) {
    yield { op: 'add', path: pointerTo(path, start + index), value }
  }
  for (const [index, value] of after.entries()) {
    const isMatched = index < start || index >= after.length - end
    const old = before[index < start ? index : index - after.length + before.length]
    if (isMatched && old !== undefined) yield* difference(old, value, pointerTo(path, index))
  }
}

/** Whether one member may be a changed version of the other. */
function areAlike(before: Json | undefined, after: Json | undefined): boolean {
  if (isObject(before) && isObject(after)) return before['id'] === after['id']
  return before === after || (Array.isArray(before) && Array.isArray(after))
}

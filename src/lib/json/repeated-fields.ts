import { cut } from '../text/cut-to.ts'
import { pointerTo } from './json.ts'
import { scanJson } from './scan-json.ts'

/** The message about a field that an object has twice. */
export const REPEATED = 'must be given once'

/** An object or a list that is not closed yet. */
interface Open {
  /** The names that an object has so far; undefined for a list. */
  readonly names: Set<string> | undefined
  /** The name or the index of the current value. */
  member: string | number
}

/** The JSON pointers to fields that an object has twice, of which `JSON.parse` silently keeps the last one. */
export function* findRepeatedFields(json: string): Generator<string> {
  const open: Open[] = []
  for (const token of scanJson(json)) {
    const parent = open.at(-1)
    if (token.kind === 'name') {
      if (parent?.names === undefined) continue
      parent.member = token.name
      if (parent.names.size === parent.names.add(token.name).size)
        yield open.reduce((pointer, { member }) => pointerTo(pointer, cut(String(member))), '')
    } else if (token.kind === 'close') open.pop()
    else {
      if (typeof parent?.member === 'number') parent.member += 1
      if (token.kind === 'open')
        open.push(token.isObject ? { names: new Set(), member: '' } : { names: undefined, member: -1 })
    }
  }
}

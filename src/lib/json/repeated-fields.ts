import { visit } from 'jsonc-parser'
import { shorten } from '../text/cut-to.ts'
import { pointerTo } from './json.ts'

/** The message about a field that an object has twice. */
export const REPEATED = 'must be given once'

/** More are not looked for: a pointer may be long, and one is enough to refuse the JSON. */
const MAX_REPORTED = 100

/**
 * The JSON pointers to the first fields that an object has twice, of which `JSON.parse` silently keeps the last one.
 * @param json valid JSON that does not nest too deep
 */
export function findRepeatedFields(json: string): string[] {
  const open: Set<string>[] = []
  const repeated: string[] = []
  visit(json, {
    onObjectBegin: () => void open.push(new Set()),
    onObjectEnd: () => void open.pop(),
    onObjectProperty: (name, _offset, _length, _line, _column, path) => {
      const names = open.at(-1)
      if (repeated.length < MAX_REPORTED && names?.size === names?.add(name).size)
        repeated.push(
          [...path(), name].reduce(
            (pointer: string, member) => pointerTo(pointer, shorten(String(member))),
            '',
          ),
        )
    },
  })
  return repeated
}

import { jsonParser, type Token } from 'stream-json/core/parser.js'
import { pointerTo } from '../json.ts'
import { cut } from './errors.ts'

/** The message about a field that an object has twice. */
export const REPEATED = 'must be given once'

/** An object or an array that is not closed yet. */
interface Open {
  /** The names that an object has so far; undefined for an array. */
  readonly names: Set<string> | undefined
  /** The name or the index of the value that is read. */
  member: string | number
}

/** Finds fields that an object has twice. `JSON.parse` would take the last one, without a word. */
export class RepeatedFields {
  readonly #open: Open[] = []

  /** @returns the JSON pointer to the field that the token repeats, if it does */
  read(token: Token): string | undefined {
    const parent = this.#open.at(-1)
    if (token.name === 'endObject' || token.name === 'endArray') this.#open.pop()
    else if (token.name === 'keyValue') return parent && this.#addName(parent, token.value)
    else this.#startValue(parent, token)
    return undefined
  }

  #addName(parent: Open, name: string): string | undefined {
    parent.member = name
    if (!parent.names?.has(name)) parent.names?.add(name)
    else return this.#open.reduce((pointer, { member }) => pointerTo(pointer, cut(String(member))), '')
    return undefined
  }

  #startValue(parent: Open | undefined, { name }: Token): void {
    if (typeof parent?.member === 'number') parent.member += 1
    if (name === 'startObject') this.#open.push({ names: new Set(), member: '' })
    else if (name === 'startArray') this.#open.push({ names: undefined, member: -1 })
  }
}

/** The JSON pointer to the first field that is repeated in a JSON text; undefined if none is. */
export function findRepeatedField(json: string): string | undefined {
  const fields = new RepeatedFields()
  const tokens = jsonParser({ streamValues: false })(json)
  for (const token of typeof tokens === 'symbol' ? [] : tokens.values) {
    const pointer = fields.read(token)
    if (pointer !== undefined) return pointer
  }
  return undefined
}

import type { Token } from 'stream-json/core/parser.js'
import { pointerTo } from '../lib/json/json.ts'
import { cut } from './errors.ts'

/** The message about a field that an object has twice. */
export const REPEATED = 'must be given once'

/** An object or an array that is not closed yet. */
interface Open {
  /** The names that an object has so far; undefined for an array. */
  readonly names: Set<string> | undefined
  /** The name or the index of the current value. */
  member: string | number
}

/** Finds fields that an object has twice, while JSON is read. `JSON.parse` would take the last one, without a word. */
class RepeatedFields {
  readonly #open: Open[] = []

  open(isObject: boolean): void {
    this.#open.push(isObject ? { names: new Set(), member: '' } : { names: undefined, member: 0 })
  }

  close(): void {
    this.#open.pop()
  }

  /** Goes on to the next value of an array. */
  next(): void {
    const array = this.#open.at(-1)
    if (typeof array?.member === 'number') array.member += 1
  }

  /** Goes on to a field. @returns its JSON pointer if it is repeated */
  name(name: string): string | undefined {
    const object = this.#open.at(-1)
    if (object?.names === undefined) return undefined
    object.member = name
    if (object.names.size < object.names.add(name).size) return undefined
    return this.#open.reduce((pointer, { member }) => pointerTo(pointer, cut(String(member))), '')
  }
}

/** Creates a function that is told each token of JSON. It returns the JSON pointer to a field that is repeated. */
export function repeatedFieldFinder(): (token: Token) => string | undefined {
  const fields = new RepeatedFields()
  return (token) => {
    if (token.name === 'keyValue') return fields.name(token.value)
    if (token.name === 'startObject' || token.name === 'startArray') fields.open(token.name === 'startObject')
    else {
      if (token.name === 'endObject' || token.name === 'endArray') fields.close()
      fields.next()
    }
    return undefined
  }
}

/** The JSON pointer to the first field that is repeated in a text that is JSON; undefined if none is. */
export function findRepeatedField(json: string): string | undefined {
  const fields = new RepeatedFields()
  for (let index = 0; index < json.length; index++) {
    const character = json.charAt(index)
    if (character === '{' || character === '[') fields.open(character === '{')
    else if (character === '}' || character === ']') fields.close()
    else if (character === ',') fields.next()
    else if (character === '"') {
      const start = index
      index = endOfText(json, start)
      const pointer = isName(json, index) ? fields.name(readText(json.slice(start, index + 1))) : undefined
      if (pointer !== undefined) return pointer
    }
  }
  return undefined
}

/** The index of the quote that ends a text. */
function endOfText(json: string, start: number): number {
  let end = start + 1
  while (json[end] !== '"') end += json[end] === '\\' ? 2 : 1
  return end
}

function readText(text: string): string {
  return text.includes('\\') ? JSON.parse(text) : text.slice(1, -1)
}

const COLON = /\s*:/y

function isName(json: string, end: number): boolean {
  COLON.lastIndex = end + 1
  return COLON.test(json)
}

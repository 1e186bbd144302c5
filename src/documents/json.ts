import { type JSONVisitor, visit } from 'jsonc-parser'
import { MAX_JSON_DEPTH, TOO_DEEP } from '../schemas/depth.ts'
import { ImportError } from './import-error.ts'
import { decodeText, type InputFile, readAllWithinLimit } from './input-file.ts'

/** Reads a JSON file as a whole. @throws {ImportError} if it is not JSON, or nests too deep */
export function readJson(file: InputFile): unknown {
  return parseNamedJson(file.name, decodeText(file.name, readAllWithinLimit(file)))
}

/** @param name the name of the text in errors */
export function parseNamedJson(name: string, text: string): unknown {
  const value = parseJson(name, text)
  if (isTooDeep(value)) throw new ImportError(`${name}: ${TOO_DEEP}`)
  return value
}

/** @throws {ImportError} that says where a text is not JSON */
function parseJson(name: string, text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new ImportError(`${name}: ${describeFault(text)}`)
  }
}

/** The first fault of a text that is not JSON, with its position, which the messages of `JSON.parse` often lack. */
function describeFault(text: string): string {
  let place = ''
  try {
    const onError: JSONVisitor['onError'] = (_error, _offset, _length, line, column) => {
      place ||= ` at line ${line + 1}, column ${column + 1}`
    }
    visit(text, { onError }, { disallowComments: true })
    return `must be JSON, but is not${place}`
  } catch {
    // The parser is recursive, so a text that nests too deep overflows the stack.
    return TOO_DEEP
  }
}

/** Whether a value nests too deep. It uses no recursion, which would overflow the stack. */
function isTooDeep(value: unknown): boolean {
  let level = [value]
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > MAX_JSON_DEPTH) return true
    const next: unknown[] = []
    for (const node of level)
      if (typeof node === 'object' && node !== null) for (const inner of Object.values(node)) next.push(inner)
    level = next
  }
  return false
}

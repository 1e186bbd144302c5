import { DocumentError, MAX_JSON_DEPTH, TOO_DEEP } from '../../errors.ts'
import { jsonError } from '../../json-error.ts'
import { decodeText, type InputFile, readWhole } from '../input-file.ts'

/** Reads a JSON file as a whole. @throws {DocumentError} if it is not JSON, or nests too deep */
export function readJson(file: InputFile): unknown {
  return parseNamedJson(file.name, decodeText(file.name, readWhole(file)))
}

/** @param name what the text is called in errors */
export function parseNamedJson(name: string, text: string): unknown {
  const value = parseJson(name, text)
  if (isTooDeep(value)) throw new DocumentError(`${name}: ${TOO_DEEP}`)
  return value
}

/** @throws {DocumentError} that says where a text is not JSON */
export function parseJson(name: string, text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw jsonError(name, text)
  }
}

/** Whether a value nests too deep. Without recursion, which deep nesting would overflow. */
export function isTooDeep(value: unknown): boolean {
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

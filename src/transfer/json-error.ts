import { scanJson } from '../lib/json/scan-json.ts'
import { DocumentError } from './errors.ts'

/** The error of a text that is not JSON, with its position. @param name what the text is called */
export function jsonError(name: string, text: string): DocumentError {
  const scan = scanJson(text)
  let next = scan.next()
  while (!next.done) next = scan.next()
  const before = text.slice(0, next.value)
  const line = before.split('\n').length
  const column = before.length - before.lastIndexOf('\n')
  return new DocumentError(`${name}: must be JSON, but is not at line ${line}, column ${column}`)
}

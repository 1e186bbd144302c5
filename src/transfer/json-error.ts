import { jsonVerifier } from 'stream-json/core/utils/verifier.js'
import { DocumentError } from './errors.ts'

/** Text that is not JSON in any place. It is long enough for the verifier not to wait for more. */
const NOT_JSON = '\0'.repeat(32)

/**
 * The error of a text that is not JSON, with its position.
 * @param name what the text is called
 * @param chunks the whole text: parsers do not count lines, which makes them faster
 */
export function jsonError(name: string, chunks: Iterable<{ readonly text: string }>): DocumentError {
  const verify = jsonVerifier()
  try {
    for (const { text } of chunks) verify(text)
    verify(NOT_JSON)
  } catch (error) {
    if (error instanceof DocumentError) return error
    if (error instanceof Error && 'line' in error && 'pos' in error)
      return new DocumentError(`${name}: must be JSON, but is not at line ${error.line}, column ${error.pos}`)
  }
  return new DocumentError(`${name}: must be JSON`)
}

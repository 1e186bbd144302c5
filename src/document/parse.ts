import { DocumentError } from './faults.ts'

/**
 * Parses the bytes of a document.
 * @throws {DocumentError} with the line and column where it stops to be JSON; a byte order mark is skipped
 */
export function parseDocument(bytes: Uint8Array): unknown {
  const text = decode(bytes)
  try {
    return JSON.parse(text)
  } catch (error) {
    // The message of the engine is not shown: it quotes the text, and the text may hold keys.
    const lines = text.slice(0, positionOf(error as SyntaxError, text)).split('\n')
    throw new DocumentError(
      `/: must be JSON, but is not at line ${lines.length}, column ${(lines.at(-1)?.length ?? 0) + 1}`,
    )
  }
}

function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch (error) {
    const isEncoding = (error as NodeJS.ErrnoException).code === 'ERR_ENCODING_INVALID_ENCODED_DATA'
    throw new DocumentError(
      isEncoding ? '/: must be text in UTF-8' : '/: must be shorter: it does not fit into memory',
    )
  }
}

/** Where a text stops to be JSON. V8 tells the position of most faults, but not of an unexpected token. */
function positionOf({ message }: SyntaxError, text: string): number {
  const told = /at position (\d+)/.exec(message)?.[1]
  if (told !== undefined) return Number(told)
  if (!message.startsWith('Unexpected token')) return text.length
  // Any text that ends before the token fails otherwise, any that holds it fails for it.
  let before = 0
  let after = text.length
  while (before < after) {
    const middle = Math.floor((before + after) / 2)
    if (failsForToken(text.slice(0, middle + 1))) after = middle
    else before = middle + 1
  }
  return before
}

function failsForToken(text: string): boolean {
  try {
    JSON.parse(text)
    return false
  } catch (error) {
    return (error as SyntaxError).message.startsWith('Unexpected token')
  }
}

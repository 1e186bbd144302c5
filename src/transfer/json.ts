/** A text that is not JSON. The message of the engine is not kept: it quotes the text, and the text may hold keys. */
export class JsonFault extends Error {
  override name = 'JsonFault'
  /** What stands before the place where the text stops to be JSON. */
  readonly before: string
  /** Where in the file the text begins, in bytes. */
  readonly offset: number

  constructor(offset: number, before = '') {
    super('not JSON')
    this.offset = offset
    this.before = before
  }
}

/**
 * Parses a piece of a file.
 * @param offset where in the file it begins
 * @throws {JsonFault}
 */
export function parseJson(text: string, offset: number): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new JsonFault(offset, text.slice(0, positionOf(error as SyntaxError, text)))
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

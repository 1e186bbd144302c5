/** A text is not JSON. The message of V8 is not kept: it quotes the text, which may contain keys. */
export class JsonFault extends Error {
  override name = 'JsonFault'
  /** The text before the syntax error. */
  readonly before: string
  /** The offset of the text in the file, in bytes. */
  readonly offset: number

  constructor(offset: number, before = '') {
    super('not JSON')
    this.offset = offset
    this.before = before
  }
}

/**
 * Parses a value from a file.
 * @param offset the offset of the value in the file, in bytes
 * @throws {JsonFault} if the text is not JSON
 */
export function parseJson(text: string, offset: number): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new JsonFault(offset, text.slice(0, positionOf(error as SyntaxError, text)))
  }
}

/** The index of the syntax error. V8 reports the position of most errors, but not of an unexpected token. */
function positionOf({ message }: SyntaxError, text: string): number {
  const told = /at position (\d+)/.exec(message)?.[1]
  if (told !== undefined) return Number(told)
  if (!message.startsWith('Unexpected token')) return text.length
  // Binary search: only a text that includes the token fails with this message.
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

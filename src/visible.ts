const SHORT_ESCAPES: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' }

/** Control characters, line and paragraph separators, and marks that change the direction of text. */
const NOT_VISIBLE = /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/gu

/**
 * A text as it may be shown on one line of a terminal: what would break the line, reorder it or give the terminal a
 * command is written as an escape, such as `\n` or `\u001b`.
 */
export function visible(text: string): string {
  return text.replace(NOT_VISIBLE, (character) => SHORT_ESCAPES[character] ?? escapeOf(character))
}

function escapeOf(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
}

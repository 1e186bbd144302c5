const SHORT_ESCAPES: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' }

/** Control characters, line and paragraph separators, and marks that change the direction of text. */
const NOT_VISIBLE = /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/gu

/**
 * Makes a text safe to print on one line of a terminal. Characters that would break the line, reorder it or
 * send the terminal a command are written as escapes, such as `\n` or `\u001b`.
 */
export function escapeControlCharacters(text: string): string {
  return text.replace(NOT_VISIBLE, (character) => {
    const code = character.charCodeAt(0).toString(16).padStart(4, '0')
    return SHORT_ESCAPES[character] ?? `\\u${code}`
  })
}

/** A text as one word of a shell command, whatever its characters. */
export function quoteForShell(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`
}

/** Like `quoteForShell`, but without quotes if a shell takes the text as one word anyway. */
export function quoteForShellIfNeeded(text: string): string {
  return /^[\w.-]+$/.test(text) ? text : quoteForShell(text)
}

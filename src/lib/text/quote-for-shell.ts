/** A text as one word of a shell command, whatever its characters. */
export function quoteForShell(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`
}

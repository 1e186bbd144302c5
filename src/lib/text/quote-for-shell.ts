/** Quotes any text so that it is one argument of a shell. */
export function quoteForShell(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`
}

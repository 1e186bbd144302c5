export function quoteForShell(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`
}

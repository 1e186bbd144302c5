/** Writes what is being done to standard error. */
export function progress(text: string): void {
  process.stderr.write(`${text}\n`)
}

/** Says on standard error what is being done. */
export function progress(text: string): void {
  process.stderr.write(`${text}\n`)
}

/** Writes a line for the reader, or a value for a program. */
export function print(text: string): void {
  process.stdout.write(`${text}\n`)
}

export function printJson(value: unknown): void {
  print(JSON.stringify(value, null, 2))
}

/** What happened on the way, where it must not get into the output. */
export function note(text: string): void {
  process.stderr.write(`${text}\n`)
}

/** A number of things: `1 menu`, `2 menus`. */
export function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`
}

/** Rows under their headings, each column as wide as its widest cell. */
export function printTable(headings: readonly string[], rows: readonly (readonly string[])[]): void {
  const lines = [headings, ...rows]
  const widths = headings.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)))
  for (const line of lines)
    print(
      line
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
}

import { createWriteStream, fstatSync } from 'node:fs'
import type { Readable, Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { isSystemError } from '../../lib/system-error.ts'
import { cutTo } from '../../lib/text/cut-to.ts'
import { escapeControlCharacters } from '../../lib/text/escape-control-characters.ts'

/** Standard output cannot be written to, or its reader has closed the pipe (EPIPE). */
export class OutputError extends Error {
  override name = 'OutputError'
  override readonly cause: NodeJS.ErrnoException

  constructor(cause: NodeJS.ErrnoException) {
    super('standard output cannot be written to', { cause })
    this.cause = cause
  }
}

const STANDARD_OUTPUT = 1

/** A stream of its own for a file, because `process.stdout` loses data without an error when the disk is full. */
const standardOutput: Writable = fstatSync(STANDARD_OUTPUT).isFile()
  ? createWriteStream('', { fd: STANDARD_OUTPUT, autoClose: false })
  : process.stdout

let failure: NodeJS.ErrnoException | undefined
standardOutput.on('error', keepFailure)
// An error on standard error cannot be reported anywhere.
process.stderr.on('error', () => {})

function keepFailure(error: NodeJS.ErrnoException | null | undefined): void {
  failure ??= error ?? undefined
}

/** Writes text to standard output unchanged. Call `outputWritten` to find out whether it succeeded. */
export function write(text: string): void {
  standardOutput.write(text, keepFailure)
}

/** Waits until everything has been written to standard output. @throws {OutputError} if a write failed */
export async function outputWritten(): Promise<void> {
  await new Promise<void>((resolve) => standardOutput.write('', () => resolve()))
  if (failure !== undefined) throw new OutputError(failure)
}

/**
 * Writes a whole stream to standard output. Control characters are escaped if that is a terminal.
 * @throws {OutputError} if a write fails
 */
export async function pipeToOutput(content: Readable): Promise<void> {
  try {
    const shown = process.stdout.isTTY ? forTerminal(content) : content
    await pipeline(shown, standardOutput, { end: false })
  } catch (error) {
    throw isSystemError(error) ? new OutputError(error) : error
  }
}

/** Escapes control characters, because a text must not send commands to a terminal. */
async function* forTerminal(chunks: AsyncIterable<string | Uint8Array>) {
  for await (const chunk of chunks) yield typeof chunk === 'string' ? escapeLines(chunk) : chunk
}

function escapeLines(text: string): string {
  return text.split('\n').map(escapeControlCharacters).join('\n')
}

export function print(text: string): void {
  write(`${text}\n`)
}

export function printJson(value: unknown): void {
  const json = JSON.stringify(value, null, 2)
  print(process.stdout.isTTY ? escapeLines(json) : json)
}

/** Writes a one-line message to standard error, so that it does not mix with the output. */
export function printToStderr(text: string): void {
  process.stderr.write(`${escapeControlCharacters(text)}\n`)
}

/** Says on a terminal that something has begun that may take long. */
export function printStart(work: string): void {
  if (process.stderr.isTTY) printToStderr(`${work} …`)
}

/** A cell of a printed table; null is printed as `-`. */
type Cell = string | number | boolean | null

const printedText = (cell: Cell) => escapeControlCharacters(String(cell ?? '-'))

/** The most characters of a cell: 80, and the ellipsis of a cell that is cut. A longer cell would make every line that long. */
const MAX_CELL_LENGTH = 81

/** Prints rows below their headings. Each column is as wide as its widest cell. @param columns the cell below each heading */
export function printTable<Row>(rows: readonly Row[], columns: Record<string, (row: Row) => Cell>): void {
  const headings = Object.keys(columns)
  const cellsOf = Object.values(columns)
  const lines = [
    headings,
    ...rows.map((row) => cellsOf.map((cellOf) => cutTo(MAX_CELL_LENGTH, printedText(cellOf(row))))),
  ]
  const widths = headings.map((_, column) =>
    lines.reduce((widest, line) => Math.max(widest, line[column]?.length ?? 0), 0),
  )
  const pad = (cell: string, column: number) => cell.padEnd(widths[column] ?? 0)
  write(lines.map((line) => `${line.map(pad).join('  ').trimEnd()}\n`).join(''))
}

/** Prints fields. If a field has several values, each value is on its own line. */
export function printFields(fields: Readonly<Record<string, Cell | readonly Cell[]>>): void {
  const width = Math.max(...Object.keys(fields).map(({ length }) => length)) + 2
  for (const [field, value] of Object.entries(fields)) {
    const [first = '-', ...others] = [value].flat().map(printedText)
    print(`${field.padEnd(width)}${first}`)
    for (const other of others) print(`${' '.repeat(width)}${other}`)
  }
}

import { createWriteStream, fstatSync, statSync } from 'node:fs'
import { devNull } from 'node:os'
import type { Readable, Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { isSystemError } from '../../system-error.ts'
import { visible } from '../../visible.ts'

/** Standard output cannot be written to, or nobody reads it any more (EPIPE). */
export class OutputError extends Error {
  override name = 'OutputError'
  override readonly cause: NodeJS.ErrnoException

  constructor(cause: NodeJS.ErrnoException) {
    super('standard output cannot be written to', { cause })
    this.cause = cause
  }
}

/** The descriptor of standard output. */
export const STANDARD_OUTPUT = 1

/** Node's own stream to a file loses, without an error, what a full disk cuts off the end of a write. */
const standardOutput: Writable = fstatSync(STANDARD_OUTPUT).isFile()
  ? createWriteStream('', { fd: STANDARD_OUTPUT, autoClose: false })
  : process.stdout

let failure: NodeJS.ErrnoException | undefined
standardOutput.on('error', keepFailure)
// There is no other place to say that standard error cannot be written to.
process.stderr.on('error', () => {})

function keepFailure(error: NodeJS.ErrnoException | null | undefined): void {
  failure ??= error ?? undefined
}

/** Writes text to standard output as it is; `outputWritten` tells whether that worked. */
export function write(text: string): void {
  standardOutput.write(text, keepFailure)
}

/**
 * Waits until everything has been written to standard output.
 * @throws {OutputError} if it could not be
 */
export async function outputWritten(): Promise<void> {
  await new Promise<void>((resolve) => standardOutput.write('', () => resolve()))
  if (failure !== undefined) throw new OutputError(failure)
}

/**
 * Writes all of a stream to standard output.
 * @throws {OutputError} if it cannot be written
 */
export async function pipeToOutput(content: Readable): Promise<void> {
  try {
    await pipeline(content, standardOutput, { end: false })
  } catch (error) {
    throw isSystemError(error) ? new OutputError(error) : error
  }
}

/** Whether what is written is seen by nobody. Where standard output is closed, Node opens the null device in its place. */
export function isOutputDiscarded(): boolean {
  const output = fstatSync(STANDARD_OUTPUT)
  return output.isCharacterDevice() && output.rdev === statSync(devNull, { throwIfNoEntry: false })?.rdev
}

/** Writes a line for the reader, or a value for a program. */
export function print(text: string): void {
  write(`${text}\n`)
}

export function printJson(value: unknown): void {
  print(JSON.stringify(value, null, 2))
}

/** Says in one line on standard error what happened, where it must not get into the output. */
export function note(text: string): void {
  process.stderr.write(`${visible(text)}\n`)
}

/** A number of things: `1 menu`, `2 menus`. */
export function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`
}

/** Rows under their headings, each column as wide as its widest cell. */
export function printTable(headings: readonly string[], rows: readonly (readonly string[])[]): void {
  const lines = [headings, ...rows.map((row) => row.map(visible))]
  const widths = headings.map((_, column) =>
    lines.reduce((width, line) => Math.max(width, line[column]?.length ?? 0), 0),
  )
  const rowOf = (line: readonly string[]) =>
    line.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ')
  print(lines.map((line) => rowOf(line).trimEnd()).join('\n'))
}

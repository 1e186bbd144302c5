import { createReadStream } from 'node:fs'
import { addAbortSignal } from 'node:stream'
import { CommandError } from '../command-error.ts'
import { isSystemError, reasonOf } from '../system-error.ts'

/** A longer line is no request. Without a limit, a file without line breaks would fill the memory. */
const MAX_LINE_LENGTH = 1024 * 1024

/**
 * Reads the lines of a file.
 * @param file a path, or `-` for standard input
 * @throws {CommandError} if it cannot be read, or has a line that is too long
 * @throws the reason of the signal, once it is aborted
 */
export async function* readLines(file: string, signal: AbortSignal): AsyncGenerator<string> {
  const stream = file === '-' ? process.stdin : createReadStream(file)
  const name = file === '-' ? 'standard input' : file
  addAbortSignal(signal, stream)
  let rest = ''
  try {
    for await (const chunk of stream.setEncoding('utf8')) {
      const lines = `${rest}${chunk}`.split('\n')
      rest = lines.pop() ?? ''
      yield* lines
      if (rest.length > MAX_LINE_LENGTH)
        throw new CommandError(`A line of ${name} is longer than 1 MB: pass a list of paths, or a log.`)
    }
  } catch (error) {
    signal.throwIfAborted()
    throw isSystemError(error) ? new CommandError(`Cannot read ${name}: ${reasonOf(error)}.`) : error
  }
  yield rest
}

import { write as writeFile } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

/** Writes log lines in the background. */
export interface LogStream {
  /** Takes a line, which ends in a line break. It neither waits nor throws. */
  readonly write: (line: string) => void
  /** Waits until all lines are written, for this long at most. */
  readonly flush: (timeoutMs: number) => Promise<void>
}

/** What lines that wait may take, in characters. */
const MAX_WAITING_LENGTH = 4 * 1024 * 1024
/** Lines of this time are written together. */
const GATHER_MS = 5
const SHORTEST_RETRY_MS = 1
const LONGEST_RETRY_MS = 100
/** Nobody will ever read what is written after these: the pipe or the file is closed. */
const FINAL_ERRORS = ['EPIPE', 'EBADF']

/**
 * Writes to a file descriptor without blocking the event loop, whether its pipe is not read or its disk is full:
 * lines wait, up to a limit beyond which they are dropped, and how many is logged as soon as there is room again.
 *
 * pino's own destinations would block, throw, or, at the end of the process, retry for ever.
 * @param describeDropped makes the line that tells how many lines were dropped
 */
export function createLogStream(
  descriptor: number,
  describeDropped: (dropped: number) => string,
  write: typeof writeFile = writeFile,
): LogStream {
  let lines: string[] = []
  let length = 0
  let dropped = 0
  let isWriting = false
  let isClosed = false
  let retryMs = SHORTEST_RETRY_MS
  let waiting: (() => void)[] = []

  function add(line: string): void {
    lines.push(line)
    length += line.length
  }

  function writeLines(): void {
    const chunk = Buffer.from(lines.join(''))
    lines = []
    length = 0
    writeChunk(chunk)
  }

  function writeChunk(chunk: Buffer): void {
    write(descriptor, chunk, 0, chunk.length, null, (error, written) => {
      if (error) return fail(error, chunk)
      retryMs = SHORTEST_RETRY_MS
      if (written < chunk.length) writeChunk(chunk.subarray(written))
      else writeNext()
    })
  }

  function fail({ code = '' }: NodeJS.ErrnoException, chunk: Buffer): void {
    isClosed = FINAL_ERRORS.includes(code)
    if (isClosed) finish()
    else setTimeout(writeChunk, retryMs, chunk).unref()
    retryMs = Math.min(retryMs * 2, LONGEST_RETRY_MS)
  }

  function writeNext(): void {
    if (dropped > 0) add(describeDropped(dropped))
    dropped = 0
    if (lines.length > 0) writeLines()
    else finish()
  }

  function finish(): void {
    isWriting = false
    for (const resolve of waiting) resolve()
    waiting = []
  }

  return {
    write(line) {
      if (isClosed) return
      if (length + line.length > MAX_WAITING_LENGTH) {
        dropped++
        return
      }
      add(line)
      if (isWriting) return
      isWriting = true
      setTimeout(writeLines, GATHER_MS)
    },
    async flush(timeoutMs) {
      if (!isWriting) return
      const written = new Promise<void>((resolve) => waiting.push(resolve))
      await Promise.race([written, sleep(timeoutMs)])
    },
  }
}

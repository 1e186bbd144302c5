import { write } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

/** The maximum length of queued lines, in characters. Further lines are dropped. */
const MAX_WAITING_LENGTH = 4 * 1024 * 1024
/** Lines that arrive within this time are written together. */
const GATHER_MS = 5
const SHORTEST_RETRY_MS = 1
const LONGEST_RETRY_MS = 100
/** After these errors the pipe or file is closed: anything written to it is lost. */
const FINAL_ERRORS = ['EPIPE', 'EBADF']

/**
 * Writes to a file descriptor without blocking the event loop, even if its pipe is not read or its disk is
 * full. Lines are queued up to a limit, and lines beyond it are dropped. How many were dropped is logged as
 * soon as there is room again.
 *
 * pino's own destinations would block, throw or, at the end of the process, retry forever.
 * @param describeDropped formats the line that reports how many lines were dropped
 */
export function createLogStream(descriptor: number, describeDropped: (dropped: number) => string) {
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
    /** Queues a line, which must end in a line break. It neither waits nor throws. */
    write(line: string): void {
      if (isClosed) return
      if (length + line.length > MAX_WAITING_LENGTH) return void dropped++
      add(line)
      if (isWriting) return
      isWriting = true
      setTimeout(writeLines, GATHER_MS)
    },
    /** Waits until all lines are written, for `timeoutMs` at most. */
    async flush(timeoutMs: number): Promise<void> {
      if (!isWriting) return
      const written = new Promise<void>((resolve) => waiting.push(resolve))
      await Promise.race([written, sleep(timeoutMs)])
    },
  }
}

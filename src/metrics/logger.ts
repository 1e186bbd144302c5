import { setTimeout as sleep } from 'node:timers/promises'
import { pino } from 'pino'
import sonicBoom from 'sonic-boom'
import { MEBIBYTE } from '../lib/bytes.ts'

/** The longest wait at the end of a process for its log, if the pipe is not read or the disk is full. */
export const LOG_FLUSH_MS = 500

/** The most bytes of lines that wait to be written. Further lines are dropped. */
const MAX_WAITING_BYTES = 4 * MEBIBYTE
/** Lines are written together, when there are this many bytes, or after this time. */
const GATHERED_BYTES = 4096
const MAX_DELAY_MS = 50

/** Creates a log on standard output: JSON, or readable lines if standard output is a terminal. */
export async function createLogger(level: string) {
  // Accessing `process.stdout` makes a pipe non-blocking. A write to its descriptor may then fail, and is retried.
  const { fd, isTTY } = process.stdout
  const format = isTTY ? await createFormat() : (line: string) => line
  const { stream, write } = createStream(fd, format)
  const logger = pino({ level, base: null }, { write })
  return {
    logger,
    /** Waits until all lines are written, for `timeoutMs` at most. */
    async flush(timeoutMs: number): Promise<void> {
      await Promise.race([new Promise((resolve) => stream.flush(resolve)), sleep(timeoutMs)])
    },
  }
}

/**
 * Writes without blocking the event loop, even if the pipe is not read or the disk is full. The destinations that pino creates
 * would block, throw or, at the end of the process, retry forever.
 */
function createStream(fd: number, format: (line: string) => string) {
  const stream = new sonicBoom.SonicBoom({
    fd,
    sync: false,
    // With texts, the stream would count the bytes of all that waits again for each line.
    contentMode: 'buffer',
    minLength: GATHERED_BYTES,
    maxLength: MAX_WAITING_BYTES,
    periodicFlush: MAX_DELAY_MS,
  })
  // The types of the stream know texts only.
  const write = (line: string) => stream.write(Buffer.from(format(line)) as unknown as string)
  let dropped = 0
  stream.on('drop', () => dropped++)
  stream.on('drain', () => {
    if (dropped > 0) write(droppedLine(dropped))
    dropped = 0
  })
  // What could not be written stays, and is tried again with the next line.
  stream.on('error', () => {})
  return { stream, write }
}

async function createFormat(): Promise<(line: string) => string> {
  const { prettyFactory } = await import('pino-pretty')
  return prettyFactory({ singleLine: true, ignore: 'pid,hostname', translateTime: 'SYS:HH:MM:ss.l' })
}

function droppedLine(dropped: number): string {
  const msg = 'log lines were dropped, because they came faster than they could be written'
  return `${JSON.stringify({ level: pino.levels.values['warn'], time: Date.now(), dropped, msg })}\n`
}

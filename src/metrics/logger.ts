import { pino } from 'pino'
import { createLogStream } from './log-stream.ts'

/** The longest wait at the end of a process for its log, if the pipe is not read or the disk is full. */
export const LOG_FLUSH_MS = 500

/** Creates a log on standard output: JSON, or readable lines if standard output is a terminal. */
export async function createLogger(level: string) {
  // Accessing `process.stdout` makes a pipe non-blocking. A write to its descriptor may then fail, and is retried.
  const { fd, isTTY } = process.stdout
  const format = isTTY ? await createFormat() : (line: string) => line
  const { write, flush } = createLogStream(fd, (dropped) => format(droppedLine(dropped)))
  const logger = pino({ level, base: null }, { write: (line: string) => write(format(line)) })
  return { logger, flush }
}

async function createFormat(): Promise<(line: string) => string> {
  const { prettyFactory } = await import('pino-pretty')
  return prettyFactory({ singleLine: true, ignore: 'pid,hostname', translateTime: 'SYS:HH:MM:ss.l' })
}

function droppedLine(dropped: number): string {
  const msg = 'log lines were dropped, because they came faster than they could be written'
  return `${JSON.stringify({ level: pino.levels.values['warn'], time: Date.now(), dropped, msg })}\n`
}

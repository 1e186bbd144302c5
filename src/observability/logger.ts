import { type Logger, pino } from 'pino'
import { createLogStream } from './log-stream.ts'

/** The longest wait at the end of a process for a log that nobody reads, or whose disk is full. */
export const LOG_FLUSH_MS = 500

/** Where a process logs. */
export interface Log {
  readonly logger: Logger
  /** Waits until all lines are written, for this long at most. */
  readonly flush: (timeoutMs: number) => Promise<void>
}

/** Log lines on standard output: JSON for machines, and for people where that is a terminal. */
export async function createLogger(level: string): Promise<Log> {
  // To have asked for it sets a pipe to not block: what is written to it by its number fails then, and is tried again.
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

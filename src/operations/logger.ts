import { type Logger, pino } from 'pino'
import pretty from 'pino-pretty'

/** Log lines on standard output: JSON for machines, and for people where that is a terminal. */
export function createLogger(level: string): Logger {
  const destination = process.stdout.isTTY
    ? pretty({ singleLine: true, ignore: 'pid,hostname', translateTime: 'SYS:HH:MM:ss.l' })
    : pino.destination({ dest: 1, sync: true })
  return pino({ level, base: null }, destination)
}

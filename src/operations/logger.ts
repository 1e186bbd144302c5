import { type Logger, pino } from 'pino'

/** Log lines on standard output: JSON for machines, and for people where that is a terminal. */
export async function createLogger(level: string): Promise<Logger> {
  const destination = process.stdout.isTTY
    ? (await import('pino-pretty')).default({
        singleLine: true,
        ignore: 'pid,hostname',
        translateTime: 'SYS:HH:MM:ss.l',
      })
    : pino.destination({ dest: 1, sync: true })
  return pino({ level, base: null }, destination)
}

import { accessSync, constants, existsSync, statfsSync, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { sqlitePath } from '../../storage/database-url.ts'
import { isInMemory } from '../../storage/open.ts'
import { existingPart, networkWarning } from '../../storage/sqlite/file-system.ts'
import { assertIntact, sqliteVersion, writeAheadLogBytes } from '../../storage/sqlite/inspection.ts'
import { type Check, type Result, warningOr } from './check.ts'

const MEBIBYTE = 1024 * 1024
/** With less free space, there is no room for the write-ahead log. */
const LEAST_FREE_BYTES = 64 * MEBIBYTE
/** The log is truncated to 64 MiB. If it is longer, no checkpoint has completed for a while. */
const USUAL_LOG_BYTES = 80 * MEBIBYTE

/** A check of the file of the database. It is skipped for a database in memory, which has no file. */
function fileCheck(name: string, needs: readonly string[], run: (file: string) => Result): Check {
  return {
    name,
    needs,
    run: ({ databaseUrl }) =>
      isInMemory(databaseUrl) ? 'The database is in memory.' : run(resolve(sqlitePath(databaseUrl))),
  }
}

const driver: Check = {
  name: 'driver',
  run: () => `better-sqlite3 works with Node ${process.version}, and has SQLite ${sqliteVersion()}.`,
}

const fileSystem = fileCheck('file system', [], (file) =>
  warningOr(networkWarning(file), 'The database is on a local disk.'),
)

const rights = fileCheck('rights', [], (file) => {
  const folder = existsSync(file) ? dirname(file) : existingPart(file)
  requireWritable(folder, `the folder ${folder}, where SQLite keeps its write-ahead log`)
  if (existsSync(file)) requireWritable(file, file)
  const logs = ['-wal', '-shm'].map((ending) => `${file}${ending}`).filter((log) => existsSync(log))
  for (const log of logs) requireWritable(log, describeLeftBehind(log))
  const other = logs.find((log) => statSync(log).uid !== statSync(file).uid)
  return warningOr(
    other && `The owner of ${file} is not that of ${describeLeftBehind(other)}: ${REMEDY_FOR_LOG}.`,
    `This user may write to ${folder}.`,
  )
})

const disk = fileCheck('disk', [], (file) => {
  const { bavail, bsize } = statfsSync(existingPart(file))
  const bytes = bavail * bsize
  const has = `The disk of the database has ${mebibytes(bytes)} free`
  if (bytes < LEAST_FREE_BYTES) throw new Error(`${has}, which is too little for writes: free some space.`)
  const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0
  if (bytes >= size + LEAST_FREE_BYTES) return `${has}.`
  return { warning: `${has}, which may be too little for a large import.` }
})

const pages = fileCheck('pages', ['database'], (file) => {
  assertIntact(file)
  return 'All pages of the database are intact.'
})

const log = fileCheck('log', ['database'], (file) => {
  const bytes = writeAheadLogBytes(file)
  const sentence = `The write-ahead log has ${mebibytes(bytes)}`
  if (bytes <= USUAL_LOG_BYTES) return `${sentence}.`
  return {
    warning: `${sentence}: it cannot be truncated while a program keeps a read transaction open, so end that program.`,
  }
})

const REMEDY_FOR_LOG = 'stop everything that uses the database, then make its owner the owner of this file'

function describeLeftBehind(log: string): string {
  return `${log}, which another user made, and left behind if it was killed`
}

/** Checks to run before the file is opened. */
export const fileChecks: readonly Check[] = [driver, fileSystem, rights, disk]
/** Checks for a file that could be opened. */
export const pageChecks: readonly Check[] = [pages, log]

function requireWritable(path: string, description: string): void {
  try {
    accessSync(path, constants.W_OK)
  } catch {
    throw new Error(
      `This user may not write to ${description}: grant it write permission, or run signage as a user who has it.`,
    )
  }
}

function mebibytes(bytes: number): string {
  return `${Math.floor(bytes / MEBIBYTE)} MiB`
}

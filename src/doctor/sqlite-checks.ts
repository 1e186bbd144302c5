import { accessSync, constants, existsSync, statfsSync, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import type { Config } from '../config/config.ts'
import { isInMemory, sqlitePath } from '../storage/open.ts'
import { existingPart, networkWarning } from '../storage/sqlite/file-system.ts'
import { assertIntact, sqliteVersion, writeAheadLogBytes } from '../storage/sqlite/inspection.ts'
import { type Check, Warning } from './check.ts'

const MEBIBYTE = 1024 * 1024
/** With less free space, there is no room for the write-ahead log. */
const LEAST_FREE_BYTES = 64 * MEBIBYTE
/** The log is truncated to 64 MiB. If it is longer, no checkpoint has completed for a while. */
const USUAL_LOG_BYTES = 80 * MEBIBYTE

const driver: Check = {
  name: 'driver',
  run: async () => `better-sqlite3 works with Node ${process.version}, and has SQLite ${sqliteVersion()}.`,
}

const fileSystem: Check = {
  name: 'file system',
  run: async (config) => {
    const warning = networkWarning(pathOf(config))
    return warning === undefined ? 'The database is on a local disk.' : new Warning(warning)
  },
}

const rights: Check = {
  name: 'rights',
  run: async (config) => {
    const file = pathOf(config)
    const folder = existsSync(file) ? dirname(file) : existingPart(file)
    requireWritable(
      folder,
      `This user may not write to the folder ${folder}, where SQLite keeps its write-ahead log`,
    )
    if (existsSync(file)) requireWritable(file, `This user may not write to ${file}`)
    return `This user may write to ${folder}.`
  },
}

const disk: Check = {
  name: 'disk',
  run: async (config) => {
    const file = pathOf(config)
    const { bavail, bsize } = statfsSync(existingPart(file))
    const bytes = bavail * bsize
    const has = `The disk of the database has ${mebibytes(bytes)} free`
    if (bytes < LEAST_FREE_BYTES) throw new Error(`${has}, which is too little for writes: free some space.`)
    const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0
    if (bytes < size + LEAST_FREE_BYTES)
      return new Warning(`${has}, which may be too little for a large import.`)
    return `${has}.`
  },
}

const pages: Check = {
  name: 'pages',
  needs: ['database'],
  run: async (config) => {
    assertIntact(pathOf(config))
    return 'All pages of the database are intact.'
  },
}

const log: Check = {
  name: 'log',
  needs: ['database'],
  run: async (config) => {
    const bytes = writeAheadLogBytes(pathOf(config))
    const sentence = `The write-ahead log has ${mebibytes(bytes)}`
    if (bytes <= USUAL_LOG_BYTES) return `${sentence}.`
    return new Warning(
      `${sentence}: it cannot be truncated while a program keeps a read transaction open, so end that program.`,
    )
  },
}

/** Checks to run before the file is opened. */
export const fileChecks: readonly Check[] = [driver, ...[fileSystem, rights, disk].map(ofFiles)]
/** Checks for a file that could be opened. */
export const pageChecks: readonly Check[] = [pages, log].map(ofFiles)

/** Skips a check for a database in memory, which has no file. */
function ofFiles(check: Check): Check {
  return {
    ...check,
    run: async (config) =>
      isInMemory(config.databaseUrl) ? 'The database is in memory.' : check.run(config),
  }
}

function pathOf({ databaseUrl }: Config): string {
  return resolve(sqlitePath(databaseUrl))
}

function requireWritable(path: string, sentence: string): void {
  try {
    accessSync(path, constants.W_OK)
  } catch {
    throw new Error(`${sentence}: grant it write permission, or run signage as a user who has it.`)
  }
}

function mebibytes(bytes: number): string {
  return `${Math.floor(bytes / MEBIBYTE)} MiB`
}

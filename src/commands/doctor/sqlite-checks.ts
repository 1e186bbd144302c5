import { accessSync, constants, existsSync, statfsSync, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { existingPart } from '../../storage/sqlite/file-system.ts'
import { assertIntact, writeAheadLogBytes } from '../../storage/sqlite/inspection.ts'
import type { Result } from './check.ts'

const MEBIBYTE = 1024 * 1024
/** With less free space, there is no room for the write-ahead log. */
const LEAST_FREE_BYTES = 64 * MEBIBYTE
/** The log is truncated to 64 MiB. If it is longer, no checkpoint has completed for a while. */
const USUAL_LOG_BYTES = 80 * MEBIBYTE

/** The checks of a file, before it is opened and after that. */
export function sqliteChecks(path: string) {
  const file = resolve(path)
  return {
    before: [
      { name: 'rights', run: () => checkRights(file) },
      { name: 'disk', run: () => checkDisk(file) },
    ],
    after: [
      { name: 'pages', run: () => checkPages(file) },
      { name: 'log', run: () => checkLog(file) },
    ],
  }
}

/** SQLite keeps its write-ahead log in the folder of the file. A process of another user may have left a log behind. */
function checkRights(file: string): Result {
  const folder = existsSync(file) ? dirname(file) : existingPart(file)
  const files = ['', '-wal', '-shm'].map((ending) => `${file}${ending}`).filter((path) => existsSync(path))
  for (const path of [folder, ...files]) requireWritable(path)
  return `This user may write to ${folder}.`
}

function requireWritable(path: string): void {
  try {
    accessSync(path, constants.W_OK)
  } catch {
    throw new Error(
      `This user may not write to ${path}: grant it write permission, or run signage as a user who has it.`,
    )
  }
}

function checkDisk(file: string): Result {
  const { bavail, bsize } = statfsSync(existingPart(file))
  const bytes = bavail * bsize
  const has = `The disk of the database has ${mebibytes(bytes)} free`
  if (bytes < LEAST_FREE_BYTES) throw new Error(`${has}, which is too little for writes: free some space.`)
  const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0
  if (bytes >= size + LEAST_FREE_BYTES) return `${has}.`
  return { warning: `${has}, which may be too little for a large import.` }
}

function checkPages(file: string): Result {
  assertIntact(file)
  return 'All pages of the database are intact.'
}

function checkLog(file: string): Result {
  const bytes = writeAheadLogBytes(file)
  const sentence = `The write-ahead log has ${mebibytes(bytes)}`
  if (bytes <= USUAL_LOG_BYTES) return `${sentence}.`
  return {
    warning: `${sentence}: it cannot be truncated while a program keeps a read transaction open, so end that program.`,
  }
}

function mebibytes(bytes: number): string {
  return `${Math.floor(bytes / MEBIBYTE)} MiB`
}

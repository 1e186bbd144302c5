import { existsSync, renameSync, rmSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { dirname } from 'node:path'
import type Sqlite from 'better-sqlite3'
import { isSystemError } from '../../lib/system-error.ts'
import { StorageOperatorError } from '../database.ts'
import { connect, createFile } from './connection.ts'
import { translateError } from './errors.ts'
import { firstCorruption } from './inspection.ts'

/** Suffixes of the files that SQLite may create beside a database. */
const SUFFIXES = ['', '-journal', '-wal', '-shm']

/**
 * Copies a database into a new file, as it is at one moment. Other processes may read and write meanwhile.
 * The file appears at its path only after all of it has been synced to disk.
 * @throws {StorageOperatorError} if the file exists, the database is damaged, or the copy cannot be written
 */
export async function backUpSqlite(path: string, file: string): Promise<void> {
  if (existsSync(file)) {
    throw new StorageOperatorError(`The file ${file} already exists: choose another name, or remove it.`)
  }
  const partial = `${file}.${process.pid}.partial`
  try {
    copySound(path, partial)
    await writeThrough(partial)
    renameSync(partial, file)
    await writeThrough(dirname(file))
  } catch (error) {
    for (const suffix of SUFFIXES) rmSync(`${partial}${suffix}`, { force: true })
    throw isSystemError(error) ? unwritable(error.message) : translateError(error)
  }
}

function copySound(path: string, file: string): void {
  const connection = connect(path, 'read')
  try {
    if (firstCorruption(connection) !== undefined) {
      throw new StorageOperatorError(
        'The database is damaged, so no backup was made: restore an older one, as docs/how-to/back-up-and-restore.md says.',
      )
    }
    createFile(file)
    copyInto(file, connection)
  } finally {
    connection.close()
  }
}

function copyInto(file: string, connection: Sqlite.Database): void {
  try {
    connection.exec(`VACUUM INTO '${file.replaceAll("'", "''")}'`)
  } catch (error) {
    // The database has just been read completely, so this error concerns the copy.
    throw error instanceof Error ? unwritable(error.message) : error
  }
}

/** Syncs a file to disk, or a folder so that the name of a new file is stored. */
async function writeThrough(path: string): Promise<void> {
  const file = await open(path, 'r')
  await file.sync().finally(() => file.close())
}

function unwritable(reason: string): StorageOperatorError {
  return new StorageOperatorError(
    `The backup cannot be written (${reason}): choose an existing folder that is writable and has enough space.`,
  )
}

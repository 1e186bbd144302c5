import { openSync, readSync, statSync } from 'node:fs'

/** Offsets in the index of the write-ahead log: see https://sqlite.org/walformat.html. */
const SALTS = 32
const BACKFILLED = 96
const BACKFILL_ATTEMPTED = 128
const READ_BYTES = 136

/**
 * Detects that another program has written to the file of a database in use, as `cp` of a backup does. SQLite itself writes to
 * the file only in checkpoints, and records the beginning and the end of each in the index of the log.
 * @returns a function that tells whether the file was written to since the last call, without a checkpoint in between
 */
export function createOverwriteDetector(path: string): () => boolean {
  let index: number | undefined
  let last: { readonly checkpoint: string; readonly written: string } | undefined

  return () => {
    index ??= openIndex(path)
    if (index === undefined) return false
    const before = endedCheckpoint(index)
    const written = lastWrite(path)
    if (written === undefined || before === undefined || endedCheckpoint(index) !== before) {
      last = undefined
      return false
    }
    const isOverwritten = last?.checkpoint === before && last.written !== written
    last = { checkpoint: before, written }
    return isOverwritten
  }
}

/** It is never closed: that would release the locks that SQLite has on the same file for this process. */
function openIndex(path: string): number | undefined {
  try {
    return openSync(`${path}-shm`, 'r')
  } catch {
    return undefined
  }
}

/** Identifies the last checkpoint; undefined while one is in progress, or after one that failed. */
function endedCheckpoint(index: number): string | undefined {
  const bytes = Buffer.alloc(READ_BYTES)
  readSync(index, bytes, 0, READ_BYTES, 0)
  const backfilled = bytes.readUInt32LE(BACKFILLED)
  if (backfilled !== bytes.readUInt32LE(BACKFILL_ATTEMPTED)) return undefined
  return `${bytes.readBigUInt64LE(SALTS)} ${backfilled}`
}

function lastWrite(path: string): string | undefined {
  const stats = statSync(path, { bigint: true, throwIfNoEntry: false })
  return stats && `${stats.mtimeNs} ${stats.size}`
}

import { accessSync, constants, existsSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { existingPart } from '../../storage/sqlite/file-system.ts'
import { assertIntact } from '../../storage/sqlite/inspection.ts'
import type { Result } from './check.ts'

/** The checks of a file, before it is opened and after that. */
export function sqliteChecks(path: string) {
  const file = resolve(path)
  return {
    before: [{ name: 'rights', run: () => checkRights(file) }],
    after: [{ name: 'pages', run: () => checkPages(file) }],
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

function checkPages(file: string): Result {
  assertIntact(file)
  return 'All pages of the database are intact.'
}

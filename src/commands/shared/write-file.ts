import { randomUUID } from 'node:crypto'
import {
  accessSync,
  chmodSync,
  chownSync,
  constants,
  createWriteStream,
  openSync,
  realpathSync,
  renameSync,
  rmSync,
  type Stats,
  statSync,
} from 'node:fs'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { CommandError } from '../../lib/command-error.ts'
import { isSystemError, reasonOf } from '../../lib/system-error.ts'
import { OutputError, pipeToOutput } from './output.ts'
import { untilSignal } from './until-signal.ts'

/** An export contains the hashes of keys, so only its owner may read it. */
const READABLE_BY_OWNER = 0o600
/**
 * Creates a function that writes to a path, or to standard output if it is `-`.
 * @throws {CommandError} if there is already a file, unless `force`
 */
export function outputTo(path: string, force: boolean | undefined) {
  if (path === '-') return pipeToOutput
  if (!force) requireNewFile(path)
  return (content: Readable) => writeFile(path, content)
}

/** @throws {CommandError} if a path names a regular file; a FIFO or a device is not replaced when written to */
function requireNewFile(path: string): void {
  if (lookAt(path)?.isFile() !== true) return
  throw new CommandError(`There is already a file ${path}: choose another name, or replace it with --force.`)
}

/**
 * Writes to a path. A regular file is replaced atomically after all content has been written; symbolic links
 * to it are kept. A FIFO or a device is written to directly.
 * @throws {CommandError} if it cannot be written; a regular file then stays unchanged
 */
async function writeFile(path: string, content: Readable): Promise<void> {
  const before = lookAt(path)
  try {
    if (before === undefined || before.isFile()) await replaceFile(path, before, content)
    else await pipeline(content, createWriteStream(path, { flags: 'a' }))
  } catch (error) {
    throw isSystemError(error) ? unwritable(path, error) : error
  }
}

async function replaceFile(path: string, before: Stats | undefined, content: Readable): Promise<void> {
  const target = before === undefined ? path : realpathSync(path)
  if (before !== undefined) accessSync(target, constants.W_OK)
  const partial = `${target}.${randomUUID().slice(0, 8)}.partial`
  try {
    await untilSignal('nothing was exported', (signal) => writePartial(partial, content, signal))
    if (before !== undefined) takeRights(partial, before)
    renameSync(partial, target)
  } catch (error) {
    rmSync(partial, { force: true })
    throw error
  }
}

async function writePartial(partial: string, content: Readable, signal: AbortSignal): Promise<void> {
  const fd = openSync(partial, 'wx', READABLE_BY_OWNER)
  await pipeline(content, createWriteStream(partial, { fd, flush: true }), { signal }).catch((error) => {
    signal.throwIfAborted()
    throw error
  })
}

/** Gives a new file the owner and mode of the file that it replaces. */
function takeRights(file: string, { uid, gid, mode }: Stats): void {
  const made = statSync(file)
  try {
    if (made.uid !== uid || made.gid !== gid) chownSync(file, uid, gid)
    chmodSync(file, mode & 0o777)
  } catch {
    // Only root can change the owner. The group may differ then, so group and others get no permissions.
    chmodSync(file, mode & 0o700)
  }
}

function lookAt(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false })
  } catch (error) {
    throw isSystemError(error) ? unwritable(path, error) : error
  }
}

function unwritable(path: string, error: NodeJS.ErrnoException): Error {
  if (error.code === 'EPIPE') return new OutputError(error)
  return new CommandError(`Cannot write ${path}: ${reasonOf(error)}.`)
}

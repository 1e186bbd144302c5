import { randomUUID } from 'node:crypto'
import { closeSync, createReadStream, createWriteStream, fstatSync, openSync, unlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { CommandError, UsageError } from '../lib/command-error.ts'
import { toCommandError, withCommandErrors } from '../lib/system-error.ts'
import type { InputFile } from './input-file.ts'

const OWNER_ONLY_MODE = 0o600

/**
 * Opens files while work runs, and closes them afterwards. Each can be read more than once.
 * @param paths paths, or `-` for standard input
 * @throws {CommandError} if a file cannot be opened, or a pipe cannot be copied
 */
export async function withFiles<Result>(
  paths: readonly string[],
  work: (files: readonly InputFile[]) => Promise<Result>,
): Promise<Result> {
  if (paths.filter((path) => path === '-').length > 1)
    throw new UsageError('Standard input can be read only once: name - only once.')
  const files: InputFile[] = []
  try {
    for (const path of paths) {
      if (path === '-') files.push({ name: 'standard input', descriptor: await spool(process.stdin) })
      else files.push({ name: path, descriptor: await openFile(path) })
    }
    return await work(files)
  } finally {
    for (const { descriptor } of files) closeSync(descriptor)
  }
}

async function openFile(file: string): Promise<number> {
  // The URL may contain a password, so it is not repeated.
  if (/^[a-z][a-z\d+.-]*:\/\//i.test(file))
    throw new UsageError('This is an address, not a file: download it, and give the path of the file.')
  const descriptor = withCommandErrors(
    `Cannot read ${file}`,
    () => openSync(file, 'r'),
    'there is no such file',
  )
  const stats = fstatSync(descriptor)
  if (stats.isFile()) return descriptor
  if (!stats.isDirectory()) {
    const input = createReadStream(file, { fd: descriptor })
    return spool(input).finally(() => input.destroy())
  }
  closeSync(descriptor)
  throw new CommandError(`Cannot read ${file}: it is a folder.`)
}

/**
 * Copies a stream, which can be read only once, to a temporary file. The content includes keys: only the
 * owner may read the file. It is unlinked at once, so it disappears with the process, even after a crash.
 */
async function spool(input: NodeJS.ReadableStream): Promise<number> {
  const path = join(tmpdir(), `signage-${randomUUID()}`)
  let descriptor: number | undefined
  try {
    descriptor = openSync(path, 'wx+', OWNER_ONLY_MODE)
    unlinkSync(path)
    await pipeline(input, createWriteStream(path, { fd: descriptor, autoClose: false }))
    return descriptor
  } catch (error) {
    if (descriptor !== undefined) closeSync(descriptor)
    const problem = `Cannot keep the file in ${tmpdir()} while it is imported`
    throw toCommandError(problem, error, 'there is no such folder')
  }
}

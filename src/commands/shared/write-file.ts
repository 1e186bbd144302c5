import { randomUUID } from 'node:crypto'
import {
  accessSync,
  constants,
  createWriteStream,
  openSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { extname } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { TableFileType } from '../../formats/export-table.ts'
import { CommandError, UsageError } from '../../lib/command-error.ts'
import { toCommandError, withCommandErrors } from '../../lib/system-error.ts'
import { pipeToOutput } from './output.ts'
import { STOP_SIGNALS } from './stop-signals.ts'

/** An export contains the hashes of keys, so only its owner may read it. */
const OWNER_ONLY_MODE = 0o600

/**
 * Creates a function that writes to a path, or to standard output if it is `-`.
 * @throws {CommandError} if the path exists, unless it is a file and `force` is set
 */
export function outputTo(path: string, force: boolean | undefined) {
  if (path === '-') return pipeToOutput
  const found = withCommandErrors(`Cannot write ${path}`, () => statSync(path, { throwIfNoEntry: false }))
  if (found && !found.isFile())
    throw new CommandError(`${path} is not a regular file: choose a new name, or - for standard output.`)
  if (found && !force)
    throw new CommandError(
      `There is already a file ${path}: choose another name, or replace it with --force.`,
    )
  return (content: Readable) => writeFile(path, content)
}

/** Writes all content to a temporary file, which then takes the place of the file. A symbolic link at the path is kept. */
async function writeFile(path: string, content: Readable): Promise<void> {
  const problem = `Cannot write ${path}`
  const target = withCommandErrors(problem, () => {
    if (!statSync(path, { throwIfNoEntry: false })) return path
    accessSync(path, constants.W_OK)
    return realpathSync(path)
  })
  const partial = `${target}.${randomUUID().slice(0, 8)}.partial`
  const stop = (signal: NodeJS.Signals) => {
    rmSync(partial, { force: true })
    process.kill(process.pid, signal)
  }
  for (const signal of STOP_SIGNALS) process.once(signal, stop)
  try {
    const fd = openSync(partial, 'wx', OWNER_ONLY_MODE)
    await pipeline(content, createWriteStream(partial, { fd, flush: true }))
    renameSync(partial, target)
  } catch (error) {
    rmSync(partial, { force: true })
    throw toCommandError(problem, error)
  } finally {
    for (const signal of STOP_SIGNALS) process.off(signal, stop)
  }
}

/** The type of table by the extension of a file, .csv or .xlsx; CSV if it has none. @throws {UsageError} if it has another */
export function tableFileTypeOf(file: string): TableFileType {
  const extension = extname(file).toLowerCase()
  if (file !== '-' && !['.csv', '.xlsx', ''].includes(extension))
    throw new UsageError(
      `A table is written to a file that ends in .csv or .xlsx: choose another name than ${file}.`,
    )
  return extension === '.xlsx' ? 'xlsx' : 'csv'
}

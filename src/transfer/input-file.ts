import { randomUUID } from 'node:crypto'
import { closeSync, createReadStream, createWriteStream, fstatSync, openSync, unlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { CommandError } from '../command-error.ts'
import { isSystemError, reasonOf } from '../system-error.ts'

const READABLE_BY_OWNER = 0o600

/**
 * Opens an import file while work runs, and closes it afterwards.
 * @param file a path, or `-` for standard input
 * @param work receives the descriptor of a file that can be read more than once
 */
export async function withDocumentFile<Result>(
  file: string,
  work: (descriptor: number) => Promise<Result>,
): Promise<Result> {
  const descriptor = file === '-' ? await spool(process.stdin) : await openFile(file)
  try {
    return await work(descriptor)
  } finally {
    closeSync(descriptor)
  }
}

async function openFile(file: string): Promise<number> {
  const descriptor = refusing(`Cannot read ${file}`, 'there is no such file', () => openSync(file, 'r'))
  const stats = fstatSync(descriptor)
  if (stats.isFile()) return descriptor
  if (!stats.isDirectory()) return spool(createReadStream(file, { fd: descriptor }))
  closeSync(descriptor)
  throw new CommandError(`Cannot read ${file}: it is a folder.`)
}

/**
 * Copies a stream, which can be read only once, to a temporary file. The content includes keys: only the
 * owner may read the file. It is unlinked at once, so it disappears with the process, however that ends.
 */
async function spool(input: NodeJS.ReadableStream): Promise<number> {
  const path = join(tmpdir(), `signage-${randomUUID()}`)
  const problem = `Cannot keep the document in ${tmpdir()} while it is imported`
  const descriptor = refusing(problem, 'there is no such folder', () =>
    openSync(path, 'wx+', READABLE_BY_OWNER),
  )
  try {
    unlinkSync(path)
    await pipeline(input, createWriteStream(path, { fd: descriptor, autoClose: false }))
    return descriptor
  } catch (error) {
    closeSync(descriptor)
    throw refusal(problem, error, 'there is no such folder')
  }
}

function refusing<Result>(problem: string, missing: string, work: () => Result): Result {
  try {
    return work()
  } catch (error) {
    throw refusal(problem, error, missing)
  }
}

/** @param missing the meaning of ENOENT */
function refusal(problem: string, error: unknown, missing: string): unknown {
  if (!isSystemError(error)) return error
  return new CommandError(`${problem}: ${error.code === 'ENOENT' ? missing : reasonOf(error)}.`)
}

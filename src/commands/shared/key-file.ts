import { readFileSync, statSync } from 'node:fs'
import { text } from 'node:stream/consumers'
import { isPossibleKey } from '../../auth/credential.ts'
import { CommandError } from '../../command-error.ts'
import { isSystemError, reasonOf } from '../../system-error.ts'
import { note } from './output.ts'

const READABLE_BY_OTHERS = 0o004

/** A key, and where it comes from, such as `in menus.key`. */
export interface KeyFromFile {
  readonly text: string
  readonly source: string
}

/**
 * Reads a key from a file. White space around it is ignored. The key is never part of a message.
 * @param path or `-` for standard input
 * @throws {CommandError} if there is no key in it
 */
export async function readKeyFile(path: string): Promise<KeyFromFile> {
  const source = path === '-' ? 'from standard input' : `in ${path}`
  const content = path === '-' ? await text(process.stdin) : readFile(path)
  const key = content.trim()
  if (isPossibleKey(key)) return { text: key, source }
  throw new CommandError(
    `The key ${source} is not valid: there must be one whole key, without spaces, and nothing else.`,
  )
}

/** Notes that other users of the machine can read a file, if they can. */
export function warnOfReadableKey(path: string): void {
  if (path === '-' || (statSync(path).mode & READABLE_BY_OTHERS) === 0) return
  note(`Other users of this machine can read ${path}: prevent that with "chmod 600 ${path}".`)
}

function readFile(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if (!isSystemError(error)) throw error
    throw new CommandError(
      `Cannot read the key file ${path}: ${error.code === 'ENOENT' ? 'there is no such file' : reasonOf(error)}.`,
    )
  }
}

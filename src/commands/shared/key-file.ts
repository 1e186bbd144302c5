import { readFileSync, statSync } from 'node:fs'
import { text } from 'node:stream/consumers'
import { isPossibleKey } from '../../auth/credential.ts'
import { CommandError } from '../../command-error.ts'
import type { ServiceKey } from '../../http-client/key.ts'
import { isSystemError, reasonOf } from '../../system-error.ts'
import { note } from './output.ts'

const READABLE_BY_OTHERS = 0o004

/** Creates a function that reads the key in a file. Several options may name the same file. */
export function keyReader() {
  const keys = new Map<string, ServiceKey>()
  return async (path: string): Promise<ServiceKey> => {
    const key = keys.get(path) ?? (await readKeyFile(path))
    keys.set(path, key)
    return key
  }
}

/**
 * Reads a key from a file. White space around it is ignored. The key is never part of a message.
 * @param path or `-` for standard input
 * @throws {CommandError} if there is no key in it
 */
async function readKeyFile(path: string): Promise<ServiceKey> {
  const source = path === '-' ? 'from standard input' : `in ${path}`
  const content = path === '-' ? await text(process.stdin) : readFile(path)
  const key = content.trim()
  if (!isPossibleKey(key))
    throw new CommandError(
      `The key ${source} is not valid: there must be one whole key, without spaces, and nothing else.`,
    )
  if (path !== '-') noteIfReadable(path)
  return { text: key, source }
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

function noteIfReadable(path: string): void {
  if ((statSync(path).mode & READABLE_BY_OTHERS) === 0) return
  note(`Other users of this machine can read ${path}: prevent that with "chmod 600 ${path}".`)
}

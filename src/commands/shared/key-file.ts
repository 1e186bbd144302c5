import { readFileSync, statSync } from 'node:fs'
import { text } from 'node:stream/consumers'
import { isPossibleKey } from '../../auth/credential.ts'
import { CommandError } from '../../lib/flow/command-error.ts'
import { isSystemError, reasonOf } from '../../lib/flow/system-error.ts'
import type { ServiceKey } from '../../lib/http-client/key.ts'
import { note } from './output.ts'

const READABLE_BY_OTHERS = 0o004
/** Rather a key or a token than the name of a file that contains one. It is not repeated. */
const LIKE_A_SECRET = /^[\w~+=-]{16,}$/

/** Creates a function that reads the key in a file. Several options may name the same file. */
export function keyReader() {
  const keys = new Map<string, ServiceKey>()
  return async (path: string): Promise<ServiceKey> => {
    const key = keys.get(path) ?? (await readKeyFile(path))
    keys.set(path, key)
    return key
  }
}

/** @throws {CommandError} if there is no key in the file */
async function readKeyFile(path: string): Promise<ServiceKey> {
  const { text, source } = await readSecretFile(path, 'key')
  if (!isPossibleKey(text))
    throw new CommandError(
      `The key ${source} is not valid: there must be one whole key, without spaces, and nothing else.`,
    )
  return { text, source }
}

/**
 * Reads a secret from a file. White space around it is ignored. The secret is never part of a message.
 * @param path or `-` for standard input
 * @param what the secret is, for messages
 */
export async function readSecretFile(path: string, what: string): Promise<ServiceKey> {
  if (path === '-') return { text: (await text(process.stdin)).trim(), source: 'from standard input' }
  const content = readFile(path, what).trim()
  noteIfReadable(path)
  return { text: content, source: `in ${path}` }
}

function readFile(path: string, what: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if (!isSystemError(error)) throw error
    const reason = error.code === 'ENOENT' ? 'there is no such file' : reasonOf(error)
    if (LIKE_A_SECRET.test(path))
      throw new CommandError(
        `Cannot read the ${what} file: ${reason}. Name a file that contains the ${what}.`,
      )
    throw new CommandError(`Cannot read the ${what} file ${path}: ${reason}.`)
  }
}

function noteIfReadable(path: string): void {
  if ((statSync(path).mode & READABLE_BY_OTHERS) === 0) return
  note(`Other users of this machine can read ${path}: prevent that with "chmod 600 ${path}".`)
}

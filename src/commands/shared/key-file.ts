import { readFileSync, statSync } from 'node:fs'
import { text } from 'node:stream/consumers'
import { isPossibleKey } from '../../auth/credential.ts'
import type { ServiceKey } from '../../documents/pull/key.ts'
import { CommandError } from '../../lib/command-error.ts'
import { isSystemError, reasonOf } from '../../lib/system-error.ts'
import { note } from './output.ts'

const READABLE_BY_OTHERS = 0o004
/** A text that looks like a key or a token, and not like a file name. Messages do not repeat it. */
const LIKE_A_SECRET = /^[\w~+=-]{16,}$/

/** @throws {CommandError} if there is no key in the file */
export async function readKeyFile(path: string): Promise<ServiceKey> {
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
 * @param what the name of the secret in messages
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

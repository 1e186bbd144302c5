import { readFileSync } from 'node:fs'
import { text } from 'node:stream/consumers'
import { isPossibleKey } from '../../auth/credential.ts'
import { CommandError } from '../../lib/command-error.ts'
import type { Secret } from '../../lib/secret.ts'
import { isSystemError, reasonOf } from '../../lib/system-error.ts'

/** @throws {CommandError} if there is no key in the file */
export async function readKeyFile(path: string): Promise<Secret> {
  const key = await readSecretFile(path, 'key')
  if (!isPossibleKey(key.text))
    throw new CommandError(
      `The key ${key.place} is not valid: there must be one whole key, without spaces, and nothing else.`,
    )
  return key
}

/**
 * Reads a secret from a file. White space around it is ignored. The secret is never part of a message.
 * @param path or `-` for standard input
 * @param what the name of the secret in messages
 */
export async function readSecretFile(path: string, what: string): Promise<Secret> {
  if (path === '-') return { text: (await text(process.stdin)).trim(), place: 'from standard input' }
  return { text: readFile(path, what).trim(), place: `in ${path}` }
}

function readFile(path: string, what: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if (!isSystemError(error)) throw error
    const reason = error.code === 'ENOENT' ? 'there is no such file' : reasonOf(error)
    // The path may be the secret itself, so it is not repeated.
    throw new CommandError(`Cannot read the ${what} file: ${reason}. Name a file that contains the ${what}.`)
  }
}

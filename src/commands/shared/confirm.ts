import { Option } from 'commander'
import { CommandError } from '../../lib/command-error.ts'
import { escapeControlCharacters } from '../../lib/text/escape-control-characters.ts'

/** The option that skips the confirmation of a deletion. */
export function yesOption(): Option {
  return new Option('--yes', 'skip the confirmation; required if standard input is not a terminal')
}

/**
 * Asks for confirmation on a terminal. Elsewhere nobody can be asked, so `--yes` is required.
 * @param what the things that are deleted, and those that depend on them
 * @throws {CommandError} if it is not confirmed
 */
export async function confirmDeletion(what: string, yes: true | undefined): Promise<void> {
  if (yes) return
  if (process.stdin.isTTY) return confirm(`Delete ${what}? This cannot be undone.`)
  throw new CommandError(`This would delete ${what}: add --yes to confirm.`)
}

/** @throws {CommandError} if the user does not confirm */
export async function confirm(question: string): Promise<void> {
  // Loaded on demand: most commands ask nothing.
  const { createInterface } = await import('node:readline/promises')
  const terminal = createInterface({ input: process.stdin, output: process.stderr })
  const closed = new AbortController()
  terminal.once('close', () => closed.abort())
  try {
    const answer = await terminal.question(`${escapeControlCharacters(question)} [y/N] `, {
      signal: closed.signal,
    })
    if (/^y(es)?$/i.test(answer.trim())) return
  } catch (error) {
    // Ctrl+C and Ctrl+D close the terminal interface.
    if (!closed.signal.aborted) throw error
  } finally {
    terminal.close()
  }
  throw new CommandError('Nothing was changed, because it was not confirmed.')
}

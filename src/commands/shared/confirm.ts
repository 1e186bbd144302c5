import { createInterface } from 'node:readline/promises'
import { CommandError } from '../../command-error.ts'
import { visible } from '../../visible.ts'

/**
 * Asks for confirmation before something that cannot be undone. Without a terminal, as in a script, it is not
 * asked for.
 * @throws {CommandError} if the user does not confirm
 */
export async function confirm(question: string): Promise<void> {
  if (!process.stdin.isTTY) return
  const terminal = createInterface({ input: process.stdin, output: process.stderr })
  const closed = new AbortController()
  terminal.once('close', () => closed.abort())
  try {
    const answer = await terminal.question(`${visible(question)} [y/N] `, { signal: closed.signal })
    if (/^y(es)?$/i.test(answer.trim())) return
  } catch (error) {
    // Ctrl+C and Ctrl+D close the terminal interface.
    if (!closed.signal.aborted) throw error
  } finally {
    terminal.close()
  }
  throw new CommandError('Nothing was changed, because it was not confirmed.')
}

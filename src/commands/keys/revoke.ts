import { createInterface } from 'node:readline/promises'
import { revokeKey } from '../../auth/admin-queries.ts'
import { CommandError } from '../../command-error.ts'
import { visible } from '../../visible.ts'
import { Command } from '../shared/command.ts'
import { withDatabase } from '../shared/database.ts'
import { note } from '../shared/output.ts'
import { requireKey } from '../shared/require.ts'

export const revokeKeyCommand = new Command('revoke')
  .description('revoke a key for good; the next request with it is refused')
  .argument('<id>', 'the id of the key')
  .option('--yes', 'skip the confirmation, which is required on a terminal only')
  .examples('signage keys revoke key_0123456789abcdef')
  .action(async (id: string, { yes }: { yes?: true }) => {
    await withDatabase('write', async (database) => {
      const { name, revokedAt } = await requireKey(database, id)
      if (revokedAt !== null) return note(`${id} was already revoked at ${revokedAt}.`)
      if (!yes && process.stdin.isTTY) await confirm(`Revoke ${id} (${name})? This cannot be undone.`)
      await revokeKey(database, id, Date.now())
      note(`Revoked ${id}.`)
    })
  })

/** @throws {CommandError} if the user does not confirm */
async function confirm(question: string): Promise<void> {
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

import { Command } from 'commander'
import { revokeKey } from '../../auth/admin-queries.ts'
import { confirm } from '../shared/confirm.ts'
import { withDatabase } from '../shared/database.ts'
import { examples } from '../shared/help.ts'
import { note } from '../shared/output.ts'
import { requireKey } from '../shared/require.ts'

/** `signage keys revoke`. */
export const revokeKeyCommand = new Command('revoke')
  .description('revoke a key for good; the next request with it is refused')
  .argument('<id>', 'the id of the key')
  .option('--yes', 'skip the confirmation, which is required on a terminal only')
  .addHelpText('after', examples('signage keys revoke key_0123456789abcdef'))
  .action(async (id: string, { yes }: { yes?: true }) => {
    await withDatabase('write', async (database) => {
      const { name, revokedAt } = await requireKey(database, id)
      if (revokedAt !== null) return note(`${id} was already revoked at ${revokedAt}.`)
      if (!yes) await confirm(`Revoke ${id} (${name})? This cannot be undone.`)
      await revokeKey(database, id, Date.now())
      note(`Revoked ${id}.`)
    })
  })

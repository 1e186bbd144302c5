import { Command } from 'commander'
import type { StoredKey } from '../../auth/admin-queries.ts'
import { DEVICE_READ } from '../../auth/scopes.ts'
import { listReadableDevices } from '../../device/admin-queries.ts'
import { listGrantedMenus } from '../../menu/admin-queries.ts'
import type { Database } from '../../storage/database.ts'
import { withDatabase } from '../shared/database.ts'
import { examples } from '../shared/help.ts'
import { printField, printJson } from '../shared/output.ts'
import { requireKey } from '../shared/require.ts'

/** `signage keys show`: the menus and devices that a key can read, and when it expires. */
export const showKey = new Command('show')
  .description('show a key, with the menus and devices that it can read')
  .argument('<id>', 'the id of the key')
  .option('--json', 'print JSON')
  .addHelpText('after', examples('signage keys show key_0123456789abcdef'))
  .action(async (id: string, { json }: { json?: true }) => {
    const details = await withDatabase('read', (database) => findDetails(database, id))
    if (json) return printJson(details)
    const { menus, devices, scopes, ...fields } = details
    for (const [field, value] of Object.entries(fields)) printField(field, [value ?? '-'])
    printField('state', [stateOf(details)])
    printField('scopes', scopes)
    printField('menus', menus.map(describe))
    printField('devices', devices.map(describe))
  })

async function findDetails(database: Database, id: string) {
  const { hash: _secret, ...key } = await requireKey(database, id)
  const menus = await listGrantedMenus(database, id)
  const devices = key.scopes.includes(DEVICE_READ) ? await listReadableDevices(database, key.user) : []
  return { ...key, menus, devices }
}

function describe({ id, name }: { readonly id: string; readonly name: string }): string {
  return name === id ? id : `${id}  ${name}`
}

/** Whether a key is valid, expired or revoked, with the timestamp of its expiry or revocation. */
export function stateOf({ revokedAt, expiresAt }: Pick<StoredKey, 'revokedAt' | 'expiresAt'>): string {
  if (revokedAt !== null) return `revoked ${revokedAt}`
  if (expiresAt === null) return 'valid'
  return `${Date.parse(expiresAt) <= Date.now() ? 'expired' : 'valid until'} ${expiresAt}`
}

import { grantMenus, listKeys, revokeKeyStatement, ungrantMenusStatement } from '../../auth/queries/keys.ts'
import { listReadableDevices } from '../../device/queries/devices.ts'
import { CommandError } from '../../lib/command-error.ts'
import { isoTime } from '../../lib/time/timestamps.ts'
import { listMenusOfKey } from '../../menu/queries.ts'
import type { Database } from '../../storage/database.ts'
import { deleteRows } from '../../storage/statements.ts'
import { Command } from '../shared/command.ts'
import { printFields, printTable, printToStderr } from '../shared/output.ts'
import { requireKey, requireMenus } from '../shared/require.ts'
import { createKeyCommand } from './create.ts'

const list = new Command('list')
  .description('list all keys, each with its id and the first characters of the key')
  .examples('signage keys list', 'signage keys list --json')
  .reads(
    async (database) => (await listKeys(database)).map(({ hash: _secret, ...key }) => key),
    (keys) =>
      printTable(keys, {
        ID: ({ id }) => id,
        PREFIX: ({ prefix }) => (prefix === null ? null : `${prefix}…`),
        NAME: ({ name }) => name,
        USER: ({ user }) => user,
        SCOPES: ({ scopes }) => scopes.join(' ') || '-',
        MENUS: ({ menus }) => menus.length,
        STATE: stateOf,
      }),
  )

const show = new Command('show')
  .description('show a key, with the menus and devices that it can read')
  .argument('<id>', 'the id of the key')
  .examples('signage keys show key_0123456789abcdef')
  .reads(findDetails, ({ menus, devices, scopes, ...fields }) => {
    const state = stateOf(fields)
    printFields({ ...fields, state, scopes, menus: menus.map(idAndName), devices: devices.map(idAndName) })
  })

async function findDetails(database: Database, id: string) {
  const { hash: _secret, ...key } = await requireKey(database, id)
  const menus = await listMenusOfKey(database, id)
  const devices = key.scopes.includes('device:read') ? await listReadableDevices(database, key.user) : []
  return { ...key, menus, devices }
}

function idAndName({ id, name }: { readonly id: string; readonly name: string }): string {
  return name === id ? id : `${id}  ${name}`
}

/** Whether a key is valid, expired or revoked, with the timestamp of its expiry or revocation. */
function stateOf({ revokedAt, expiresAt }: { revokedAt: string | null; expiresAt: string | null }): string {
  if (revokedAt !== null) return `revoked ${revokedAt}`
  if (expiresAt === null) return 'valid'
  return `${Date.parse(expiresAt) <= Date.now() ? 'expired' : 'valid until'} ${expiresAt}`
}

const revoke = new Command('revoke')
  .description('revoke a key for good; the next request with it is refused')
  .argument('<id>', 'the id of the key')
  .examples('signage keys revoke key_0123456789abcdef')
  .writes(async (database, id: string) => {
    const { revokedAt } = await requireKey(database, id)
    if (revokedAt !== null) return printToStderr(`${id} was already revoked at ${revokedAt}.`)
    await database.batch([revokeKeyStatement(isoTime(Date.now()), id)])
    printToStderr(`Revoked ${id}.`)
  })

const deleteCommand = new Command('delete')
  .description(
    'delete a revoked key. Warning: an import of an old file that contains it makes it valid again',
  )
  .argument('<id>', 'the id of the key')
  .examples('signage keys delete key_0123456789abcdef')
  .deletes(async (database, id) => {
    const { name, revokedAt } = await requireKey(database, id)
    if (revokedAt === null) {
      throw new CommandError(`${id} is not revoked: revoke it first with "signage keys revoke ${id}".`)
    }
    const what = `the key ${id} (${name}), revoked ${revokedAt}`
    return { what, statements: deleteRows('api_keys', [id]) }
  })

const grant = new Command('grant')
  .description('let a key read menus')
  .argument('<id>', 'the id of the key')
  .argument('<menu...>', 'the ids of the menus')
  .examples('signage keys grant key_0123456789abcdef lunch dinner')
  .writes(async (database, id: string, menus: string[]) => {
    await requireKey(database, id)
    await requireMenus(database, menus)
    await database.batch(grantMenus([{ id, menus }]))
    printToStderr(`Granted ${menus.join(', ')} to ${id}.`)
  })

const ungrant = new Command('ungrant')
  .description('stop a key from reading menus')
  .argument('<id>', 'the id of the key')
  .argument('<menu...>', 'the ids of the menus')
  .examples('signage keys ungrant key_0123456789abcdef dinner')
  .writes(async (database, id: string, menus: string[]) => {
    const key = await requireKey(database, id)
    const others = menus.filter((menu) => !key.menus.includes(menu)).join(', ')
    if (others !== '')
      throw new CommandError(`Nothing was changed, because these menus are not granted to ${id}: ${others}.`)
    await database.batch([ungrantMenusStatement(id, menus)])
    printToStderr(`Withdrew the access of ${id} to ${menus.join(', ')}.`)
  })

export const keysCommand = new Command('keys')
  .description('create, revoke and delete API keys, and choose the menus that they can read')
  .addCommands(createKeyCommand, list, show, revoke, deleteCommand, grant, ungrant)

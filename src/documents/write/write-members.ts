import { findUsersQuery, type User, upsertUsers } from '../../auth/queries.ts'
import {
  findSitesQuery,
  SITE_COLUMNS,
  type SiteRow,
  toSite,
  upsertSites,
} from '../../device/sites/queries.ts'
import type { Site } from '../../device/sites/schema.ts'
import { differingFields } from '../../lib/differences.ts'
import type { WantedMenu } from '../../menu/write/keep-left-out.ts'
import { writeMenus } from '../../menu/write/write-menus.ts'
import type { Statement } from '../../storage/database.ts'
import { chunks, read } from '../../storage/statements.ts'
import type { CheckedMembers } from '../check-import.ts'
import { flattenMenu } from '../flatten.ts'
import type { SectionMember } from '../source.ts'
import type { ImportContext } from './context.ts'
import { writeDevices } from './devices.ts'
import { findDifferent } from './import-differences.ts'
import { writeKeys } from './keys.ts'
import { toStoredDevice, toStoredKey, toStoredSite } from './stored.ts'

/**
 * Statements that write an import file to a database. They read the stored rows, and write only those that differ. Rows come
 * before the rows that refer to them.
 */
export function* writeMembers(members: CheckedMembers, writing: ImportContext): Generator<Statement> {
  const { nowMs } = writing
  for (const chunk of chunks(members.users)) yield* writeUsers(chunk, writing)
  for (const chunk of chunks(members.sites)) yield* writeSites(chunk.map(toStoredSite), writing)
  for (const chunk of chunks(members.devices))
    yield* writeDevices(
      chunk.map((device) => toStoredDevice(device, nowMs)),
      writing,
    )
  const countRows = ({ groups, items }: WantedMenu) => 1 + groups.length + items.length
  for (const chunk of chunks(flattenMenus(members.menus), countRows)) yield* writeMenus(chunk, writing)
  writing.checkRemovals()
  for (const chunk of chunks(members.apiKeys))
    yield* writeKeys(
      chunk.map((key) => toStoredKey(key, nowMs)),
      writing,
    )
}

function* flattenMenus(menus: Iterable<SectionMember<'menus'>>): Generator<WantedMenu> {
  for (const menu of menus) yield flattenMenu(menu)
}

function* writeUsers(users: readonly User[], context: ImportContext): Generator<Statement> {
  const rows = yield* read<User>(findUsersQuery(users.map(({ id }) => id)))
  const fieldsOf = (before: User, user: User) => differingFields(before, user, ['name'])
  yield* upsertUsers(findDifferent('user', users, (user) => user, rows, fieldsOf, context))
}

function* writeSites(sites: readonly Site[], context: ImportContext): Generator<Statement> {
  const rows = yield* read<SiteRow>(findSitesQuery(sites.map(({ id }) => id)))
  const fieldsOf = (before: Site, site: Site) => differingFields(before, site, SITE_COLUMNS)
  yield* upsertSites(findDifferent('site', sites, (site) => site, rows.map(toSite), fieldsOf, context))
}

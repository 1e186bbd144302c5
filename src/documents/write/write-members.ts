import { findUsersQuery, putUsers, type User } from '../../auth/queries.ts'
import { findSitesQuery, putSites, SITE_COLUMNS, type SiteRow, toSite } from '../../device/sites/queries.ts'
import type { Site } from '../../device/sites/schema.ts'
import { differingFields } from '../../lib/differences.ts'
import type { WantedMenu } from '../../menu/write/keep-left-out.ts'
import { type Removal, writeMenus } from '../../menu/write/write-menus.ts'
import { chunks, readRows } from '../../storage/chunks.ts'
import type { Statement } from '../../storage/database.ts'
import type { CheckedMembers } from '../check-import.ts'
import { flattenMenu } from '../flatten.ts'
import type { SectionMember } from '../source.ts'
import { writeDevices } from './devices.ts'
import { findDifferent, type ImportWriting } from './import-differences.ts'
import { writeKeys } from './keys.ts'
import { isSuspicious, rejectRemovals } from './removals.ts'
import { toStoredDevice, toStoredKey, toStoredSite } from './stored.ts'

/** @property allowRemovals whether menus may lose all or most of their items */
type Options = Omit<ImportWriting, 'onRemoval'> & { readonly allowRemovals: boolean }

/**
 * Statements that write an import file to a database. They read the stored rows, and write only those that differ. Rows come
 * before the rows that refer to them.
 * @throws {DocumentError} if menus would lose too much
 */
export function* writeMembers(members: CheckedMembers, options: Options): Generator<Statement> {
  const { nowMs, allowRemovals } = options
  const removals: Removal[] = []
  const writing: ImportWriting = { ...options, onRemoval: (removal) => removals.push(removal) }
  for (const chunk of chunks(members.users)) yield* writeUsers(chunk, writing)
  for (const chunk of chunks(members.sites)) yield* writeSites(chunk.map(toStoredSite), writing)
  for (const chunk of chunks(members.devices))
    yield* writeDevices(
      chunk.map((device) => toStoredDevice(device, nowMs)),
      writing,
    )
  const countRows = ({ groups, items }: WantedMenu) => 1 + groups.length + items.length
  for (const chunk of chunks(flattenMenus(members.menus), countRows)) yield* writeMenus(chunk, writing)
  if (!allowRemovals) rejectRemovals(removals.filter(isSuspicious))
  for (const chunk of chunks(members.apiKeys))
    yield* writeKeys(
      chunk.map((key) => toStoredKey(key, nowMs)),
      writing,
    )
}

function* flattenMenus(menus: Iterable<SectionMember<'menus'>>): Generator<WantedMenu> {
  for (const menu of menus) yield flattenMenu(menu)
}

function* writeUsers(users: readonly User[], writing: ImportWriting): Generator<Statement> {
  const rows = yield* readRows<User>(findUsersQuery(users.map(({ id }) => id)))
  const fieldsOf = (before: User, user: User) => differingFields(before, user, ['name'])
  yield* putUsers(findDifferent('user', users, (user) => user, rows, fieldsOf, writing))
}

function* writeSites(sites: readonly Site[], writing: ImportWriting): Generator<Statement> {
  const rows = yield* readRows<SiteRow>(findSitesQuery(sites.map(({ id }) => id)))
  const fieldsOf = (before: Site, site: Site) => differingFields(before, site, SITE_COLUMNS)
  yield* putSites(findDifferent('site', sites, (site) => site, rows.map(toSite), fieldsOf, writing))
}

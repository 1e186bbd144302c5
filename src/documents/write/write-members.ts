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
import { type Removal, writeMenus } from '../../menu/write/write-menus.ts'
import type { Statement } from '../../storage/database.ts'
import { chunks, read } from '../../storage/statements.ts'
import type { CheckedMembers } from '../check-import.ts'
import { flattenMenu } from '../flatten.ts'
import { writeDevices } from './devices.ts'
import { findDifferent, type ImportContext } from './import-differences.ts'
import { writeKeys } from './keys.ts'
import { isSuspicious, rejectRemovals } from './removals.ts'
import { toImportedDevice, toStoredKey, toStoredSite } from './stored.ts'

/** @property allowRemovals whether menus may lose all or most of their items */
type Options = Omit<ImportContext, 'onRemoval'> & { readonly allowRemovals: boolean }

/**
 * Statements that write an import file to a database. They read the stored rows, and write only those that differ. Rows come
 * before the rows that refer to them.
 * @throws {DocumentError} if menus would lose too much
 */
export function* writeMembers(members: CheckedMembers, options: Options): Generator<Statement> {
  const { nowMs, allowRemovals } = options
  const removals: Removal[] = []
  const context: ImportContext = { ...options, onRemoval: (removal) => removals.push(removal) }
  for (const chunk of chunks(members.users)) yield* writeUsers(chunk, context)
  for (const chunk of chunks(mapped(members.sites, toStoredSite))) yield* writeSites(chunk, context)
  const devices = mapped(members.devices, (device) => toImportedDevice(device, nowMs))
  for (const chunk of chunks(devices)) yield* writeDevices(chunk, context)
  const countRows = ({ groups, items }: WantedMenu) => 1 + groups.length + items.length
  for (const chunk of chunks(mapped(members.menus, flattenMenu), countRows)) yield* writeMenus(chunk, context)
  if (!allowRemovals) rejectRemovals(removals.filter(isSuspicious))
  const keys = mapped(members.apiKeys, (key) => toStoredKey(key, nowMs))
  for (const chunk of chunks(keys)) yield* writeKeys(chunk, context)
}

/** Maps values one at a time, so that the results are never all in memory. */
function* mapped<Value, Result>(
  values: Iterable<Value>,
  toResult: (value: Value) => Result,
): Generator<Result> {
  for (const value of values) yield toResult(value)
}

function* writeUsers(users: readonly User[], context: ImportContext): Generator<Statement> {
  const rows = yield* read<User>(findUsersQuery(users.map(({ id }) => id)))
  const differencesOf = (before: User, user: User) => differingFields(before, user, ['name'])
  yield* upsertUsers(findDifferent('user', users, (user) => user, rows, differencesOf, context))
}

function* writeSites(sites: readonly Site[], context: ImportContext): Generator<Statement> {
  const rows = yield* read<SiteRow>(findSitesQuery(sites.map(({ id }) => id)))
  const differencesOf = (before: Site, site: Site) => differingFields(before, site, SITE_COLUMNS)
  yield* upsertSites(findDifferent('site', sites, (site) => site, rows.map(toSite), differencesOf, context))
}

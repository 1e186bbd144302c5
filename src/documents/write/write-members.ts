import { findUsersQuery, USER_COLUMNS, type User, upsertUsers } from '../../auth/queries/users.ts'
import {
  findSitesQuery,
  SITE_COLUMNS,
  type SiteRow,
  upsertSites,
  withParsedHours,
} from '../../device/sites/queries.ts'
import type { Site } from '../../device/sites/schema.ts'
import { chunks } from '../../lib/chunks.ts'
import { differingFields } from '../../lib/differences.ts'
import type { Authorship } from '../../menu/write/change-log.ts'
import type { MenuUpdate } from '../../menu/write/complete-from-stored.ts'
import { type Removal, writeMenus } from '../../menu/write/write-menus.ts'
import type { Statement } from '../../storage/database.ts'
import { read } from '../../storage/statements.ts'
import type { CheckedMembers } from '../check-import.ts'
import { flattenMenu } from '../flatten.ts'
import type { Section, SectionMember } from '../source.ts'
import { writeDevices } from './devices.ts'
import { findDifferent, type OnDifference } from './import-differences.ts'
import { writeKeys } from './keys.ts'
import { requireSmallRemovals } from './removals.ts'
import { toImportedDevice, toStoredKey, toStoredSite } from './to-stored.ts'

interface Options extends Authorship {
  /** Whether menus may lose all or most of their items. */
  readonly allowRemovals: boolean
  readonly onDifference: OnDifference
}

/**
 * Statements that write an import file to a database. They read the stored rows, and write only what differs. Rows come
 * before the rows that refer to them.
 * @throws {ImportError} if menus would lose too much
 */
export function* writeMembers(members: CheckedMembers, options: Options): Generator<Statement> {
  const { nowMs, onDifference } = options
  const toDevice = (device: SectionMember<'devices'>) => toImportedDevice(device, nowMs)
  const toKey = (key: SectionMember<'apiKeys'>) => toStoredKey(key, nowMs)
  const sections = {
    users: inChunks(members.users, (chunk) => writeUsers(chunk, onDifference)),
    sites: inChunks(members.sites, (chunk) => writeSites(chunk.map(toStoredSite), onDifference)),
    devices: inChunks(members.devices, (chunk) => writeDevices(chunk.map(toDevice), nowMs, onDifference)),
    menus: writeAllMenus(members.menus, options),
    apiKeys: inChunks(members.apiKeys, (chunk) => writeKeys(chunk.map(toKey), onDifference)),
  } satisfies Record<Section, Iterable<Statement>>
  for (const statements of Object.values(sections)) yield* statements
}

function* inChunks<Row>(rows: Iterable<Row>, write: (chunk: readonly Row[]) => Iterable<Statement>) {
  for (const chunk of chunks(rows)) yield* write(chunk)
}

function* writeAllMenus(menus: CheckedMembers['menus'], { allowRemovals, ...options }: Options) {
  const removals: Removal[] = []
  const onRemoval = (removal: Removal) => removals.push(removal)
  const weigh = ({ groups, items }: MenuUpdate) => 1 + groups.length + items.length
  for (const chunk of chunks(flattenEach(menus), { weigh }))
    yield* writeMenus(chunk, { ...options, onRemoval })
  if (!allowRemovals) requireSmallRemovals(removals)
}

/** Flattens menus one at a time, so that their rows are never all in memory. */
function* flattenEach(menus: CheckedMembers['menus']) {
  for (const menu of menus) yield flattenMenu(menu)
}

function* writeUsers(users: readonly User[], onDifference: OnDifference): Generator<Statement> {
  const rows = yield* read<User>(findUsersQuery(users.map(({ id }) => id)))
  const differencesOf = (before: User, user: User) => differingFields(before, user, USER_COLUMNS)
  yield* upsertUsers(findDifferent('user', users, (user) => user, rows, differencesOf, onDifference))
}

function* writeSites(sites: readonly Site[], onDifference: OnDifference): Generator<Statement> {
  const rows = yield* read<SiteRow>(findSitesQuery(sites.map(({ id }) => id)))
  const differencesOf = (before: Site, site: Site) => differingFields(before, site, SITE_COLUMNS)
  const stored = rows.map(withParsedHours)
  yield* upsertSites(findDifferent('site', sites, (site) => site, stored, differencesOf, onDifference))
}

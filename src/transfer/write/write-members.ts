import type { StoredMenu } from '../../menu/write/stored-menu.ts'
import { type MenuWriting, writeMenus } from '../../menu/write/write-menus.ts'
import { chunks } from '../../storage/chunks.ts'
import type { Statement } from '../../storage/database.ts'
import { flattenMenu } from '../flatten.ts'
import type { Member, Section } from '../source.ts'
import { writeDevices } from './devices.ts'
import type { Difference } from './differences.ts'
import { writeKeys } from './keys.ts'
import { deleteExtras, type Extras } from './prune.ts'
import { toStoredDevice, toStoredKey } from './stored.ts'
import { writeUsers } from './users.ts'

/** What the statements of an import need to know, and whom they tell what differs. */
export interface ImportContext extends MenuWriting {
  /** Whether existing devices keep their access. */
  readonly keepsAccess: boolean
  /** What is deleted, because the import file does not have it. */
  readonly extras: Extras | undefined
  readonly onDifference: (difference: Difference) => void
  /** Called when all removals are known. @throws {DocumentError} if menus would lose too much */
  readonly checkRemovals: () => void
}

/**
 * Statements that make a database what an import file says. They read what is there, and write only what differs. Rows
 * come before the rows that refer to them.
 * @param read the members of a section; they are drawn one by one
 */
export function* writeMembers(
  read: <S extends Section>(section: S) => Iterable<Member<S>>,
  writing: ImportContext,
): Generator<Statement> {
  const { nowMs } = writing
  for (const chunk of chunks(read('users'))) yield* writeUsers(chunk, writing)
  for (const chunk of chunks(read('devices')))
    yield* writeDevices(
      chunk.map((device) => toStoredDevice(device, nowMs)),
      writing,
    )
  const countRows = ({ groups, items }: StoredMenu) => 1 + groups.length + items.length
  for (const chunk of chunks(flattenMenus(read('menus')), countRows)) yield* writeMenus(chunk, writing)
  writing.checkRemovals()
  for (const chunk of chunks(read('apiKeys')))
    yield* writeKeys(
      chunk.map((key) => toStoredKey(key, nowMs)),
      writing,
    )
  if (writing.extras) yield* deleteExtras(writing.extras, writing)
}

function* flattenMenus(menus: Iterable<Member<'menus'>>): Generator<StoredMenu> {
  for (const menu of menus) yield flattenMenu(menu)
}

import type { StoredMenu } from '../../menu/admin-queries.ts'
import { chunks } from '../../storage/chunks.ts'
import type { Statement } from '../../storage/database.ts'
import { flattenMenu } from '../flatten.ts'
import type { Member, Section } from '../source.ts'
import type { Change } from './changes.ts'
import { writeDevices } from './devices.ts'
import { writeKeys } from './keys.ts'
import { writeMenus } from './menus.ts'
import { deleteExtras, type Extras } from './prune.ts'
import type { Removal } from './removals.ts'
import { toStoredDevice, toStoredKey } from './stored.ts'
import { writeUsers } from './users.ts'

/** What the statements of an import need to know, and whom they tell what changes. */
export interface Writing {
  /** The current time, which a relative timestamp refers to. */
  readonly nowMs: number
  /** Whether the import file has a group or an item with this id. */
  readonly isInFile: (kind: 'groups' | 'items', id: string) => boolean
  /** Whether existing devices keep their access. */
  readonly keepsAccess: boolean
  /** What is deleted, because the import file does not have it. */
  readonly extras: Extras | undefined
  readonly onChange: (change: Change) => void
  readonly onRemoval: (removal: Removal) => void
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
  writing: Writing,
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
  if (writing.extras) yield* deleteExtras(writing.extras, writing.onChange)
}

function* flattenMenus(menus: Iterable<Member<'menus'>>): Generator<StoredMenu> {
  for (const menu of menus) yield flattenMenu(menu)
}

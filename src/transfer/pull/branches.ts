import { type Static, Type } from '@sinclair/typebox'
import { CommandError } from '../../lib/flow/command-error.ts'
import { MAX_DEPTH, TOO_DEEP } from '../errors.ts'
import { readAs } from './client.ts'
import { ChangedMeanwhile } from './read-until-settled.ts'

const Total = Type.Object({ total: Type.Integer({ minimum: 0 }) })
const Nodes = Type.Array(Type.Unknown())

const Item = Type.Object(
  { name: Type.String(), metadata: Type.Object({ items: Total }), items: Nodes },
  { description: 'an item with its total' },
)
const Group = Type.Object(
  {
    id: Type.String({ minLength: 1 }),
    name: Type.String(),
    metadata: Type.Object({ groups: Total, items: Total }),
    groups: Nodes,
    items: Nodes,
  },
  { description: 'a group with its totals' },
)

/** Groups or items that were not shown, although they are counted. */
export interface Missing {
  readonly kind: 'group' | 'item'
  /** The name of the group or the item that they are in. */
  readonly parent: string
  readonly count: number
}

/** A group as it was shown. */
export interface Branch {
  readonly id: string
  readonly group: Static<typeof Group>
  /** How deep it is in its menu, from 1. */
  readonly level: number
  readonly children: Branch[]
  /** What is missing directly in the group, or anywhere in its items. */
  readonly missing: readonly Missing[]
}

/**
 * Reads a group and all that was shown below it.
 * @param levelOf how deep the group with this id is in its menu, from 1
 * @param from where it comes from, for messages
 * @throws {CommandError} if it is no group, or nests too deep
 */
export function toBranch(value: unknown, levelOf: (id: string) => number, from: string): Branch {
  const group = readAs(Group, value, from)
  const { id, name, metadata, groups, items } = group
  const level = levelOf(id)
  requireDepth(level, from)
  return {
    id,
    group,
    level,
    children: groups.map((child) => toBranch(child, () => level + 1, from)),
    missing: [
      ...missingOf('group', name, metadata.groups.total - groups.length),
      ...missingOf('item', name, metadata.items.total - items.length),
      ...items.flatMap((item) => missingBelow(item, 1, from)),
    ],
  }
}

function missingBelow(value: unknown, level: number, from: string): Missing[] {
  requireDepth(level, from)
  const { name, metadata, items } = readAs(Item, value, from)
  return [
    ...missingOf('item', name, metadata.items.total - items.length),
    ...items.flatMap((item) => missingBelow(item, level + 1, from)),
  ]
}

function missingOf(kind: Missing['kind'], parent: string, count: number): Missing[] {
  return count > 0 ? [{ kind, parent, count }] : []
}

/** @throws {CommandError} before the recursion gets too deep */
function requireDepth(level: number, from: string): void {
  if (level > MAX_DEPTH) throw new CommandError(`${from}: groups and items ${TOO_DEEP}.`)
}

/**
 * Completes groups that were cut off by the depth of a response: they are read again as roots, which are shown with as many
 * levels below them, and so on. What is missing below a root that was read is shown by no request.
 * @param readAgain reads groups as roots; the results have their level
 * @throws {ChangedMeanwhile} if a group is not there any more, or is in several places
 */
export async function complete(
  roots: readonly Branch[],
  readAgain: (cut: readonly Branch[]) => Promise<Branch[]>,
  asked: Set<string> = new Set(),
): Promise<void> {
  const places = roots.flatMap(cutBelow)
  if (places.length === 0) return
  for (const { branch } of places) {
    if (asked.has(branch.id)) throw new ChangedMeanwhile()
    asked.add(branch.id)
  }
  const found = new Map((await readAgain(places.map(({ branch }) => branch))).map((root) => [root.id, root]))
  for (const { siblings, index, branch } of places) {
    const root = found.get(branch.id)
    if (root === undefined) throw new ChangedMeanwhile()
    siblings[index] = root
  }
  await complete([...found.values()], readAgain, asked)
}

/** The places of those groups below a root in which something is missing. What is below them is read with them. */
function cutBelow({ children }: Branch): { siblings: Branch[]; index: number; branch: Branch }[] {
  return children.flatMap((branch, index) =>
    branch.missing.length > 0 ? [{ siblings: children, index, branch }] : cutBelow(branch),
  )
}

/** The group as a member of an import file. */
export function toGroup({ group, children }: Branch): object {
  return { ...group, groups: children.map(toGroup) }
}

/** All that is missing in groups that are complete as far as possible. */
export function missingIn(branches: readonly Branch[]): Missing[] {
  return branches.flatMap(({ missing, children }) => [...missing, ...missingIn(children)])
}

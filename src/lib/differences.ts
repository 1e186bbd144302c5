/** The values of a field before and after, as in the import file. */
export interface FieldDifference {
  readonly field: string
  readonly from: unknown
  readonly to: unknown
}

export const ACTIONS = ['added', 'changed', 'removed'] as const
export type Action = (typeof ACTIONS)[number]

/** How one thing differs from the stored one. */
export interface Difference<Kind extends string> {
  readonly kind: Kind
  readonly action: Action
  readonly id: string
  readonly name: string
  /** The id and the name of the menu that a group or an item is in. */
  readonly menu?: { readonly id: string; readonly name: string }
  /** The names of the groups that a group is in, or of the items that an item is in, from the top. */
  readonly parents?: readonly string[]
  /** The fields that differ, if the action is `changed`. */
  readonly fields?: readonly FieldDifference[]
  /** The fields of a group or an item that is added to an existing menu, or removed from one. */
  readonly value?: Readonly<Record<string, unknown>>
}

/** The fields of two objects that are not equal. Lists are equal if their elements are. */
export function differingFields<Fields extends object>(
  before: Readonly<Fields>,
  after: Readonly<Fields>,
  fields: readonly (keyof Fields & string)[],
): FieldDifference[] {
  const pairs = fields.map((field) => ({ field, from: before[field], to: after[field] }))
  return pairs.filter(({ from, to }) => from !== to && JSON.stringify(from) !== JSON.stringify(to))
}

/** The difference of one thing. It is new if `fields` is undefined, and equal if `fields` is empty. */
export function toDifference<Kind extends string>(
  kind: Kind,
  { id, name }: { readonly id: string; readonly name: string },
  fields: readonly FieldDifference[] | undefined,
): Difference<Kind> | undefined {
  if (fields === undefined) return { kind, action: 'added', id, name }
  return fields.length === 0 ? undefined : { kind, action: 'changed', id, name, fields }
}

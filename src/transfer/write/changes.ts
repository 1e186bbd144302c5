/** What an import adds, changes and removes. */
export const KINDS = ['user', 'device', 'menu', 'group', 'item', 'key'] as const
export type Kind = (typeof KINDS)[number]
export const ACTIONS = ['added', 'changed', 'removed'] as const
export type Action = (typeof ACTIONS)[number]

/** The values of a field before and after an import, as in the import file. */
export interface FieldChange {
  readonly field: string
  readonly from: unknown
  readonly to: unknown
}

/** A change of one thing. */
export interface Change {
  readonly kind: Kind
  readonly action: Action
  readonly id: string
  readonly name: string
  /** The id and the name of the menu that a group or an item is in. */
  readonly menu?: { readonly id: string; readonly name: string }
  /** The names of the groups that a group is in, or of the items that an item is in, from the top. */
  readonly parents?: readonly string[]
  /** What changes, if the action is `changed`. */
  readonly fields?: readonly FieldChange[]
}

export type ChangeCounts = Readonly<Record<Kind, Readonly<Record<Action, number>>>>

/** Counts changes, of which an import may make millions. */
export class ChangeCounter {
  readonly #counts: Record<Kind, Record<Action, number>>

  constructor() {
    const none = () => ({ added: 0, changed: 0, removed: 0 })
    this.#counts = { user: none(), device: none(), menu: none(), group: none(), item: none(), key: none() }
  }

  add({ kind, action }: Change): void {
    this.#counts[kind][action] += 1
  }

  get counts(): ChangeCounts {
    return this.#counts
  }
}

/** The fields of two objects that are not equal. Lists are equal if their members are. */
export function changedFields<Fields extends object>(
  before: Readonly<Fields>,
  after: Readonly<Fields>,
  fields: readonly (keyof Fields & string)[],
): FieldChange[] {
  const isChanged = (field: keyof Fields) =>
    before[field] !== after[field] && JSON.stringify(before[field]) !== JSON.stringify(after[field])
  return fields.filter(isChanged).map((field) => ({ field, from: before[field], to: after[field] }))
}

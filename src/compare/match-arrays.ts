/** How the members of two arrays belong together. All numbers are indexes. */
export interface ArrayMatch {
  /** Pairs of members of the other array and of this one. */
  readonly matched: readonly (readonly [other: number, self: number])[]
  readonly missing: readonly number[]
  readonly added: readonly number[]
  /** From the first place where they differ, the members of both arrays in the order of each; absent if it is the same. */
  readonly order: { readonly other: readonly unknown[]; readonly this: readonly unknown[] } | undefined
}

/**
 * Matches the members of two arrays by their ids, so that one missing item is one difference. Members without an id are
 * matched by their position.
 */
export function matchArrays(other: readonly unknown[], self: readonly unknown[]): ArrayMatch {
  const otherIndexes = indexesByIdentity(other)
  const selfIndexes = indexesByIdentity(self)
  const matched: [number, number][] = []
  const missing: number[] = []
  for (const [identity, index] of otherIndexes) {
    const selfIndex = selfIndexes.get(identity)
    if (selfIndex === undefined) missing.push(index)
    else matched.push([index, selfIndex])
  }
  const added = [...selfIndexes].filter(([identity]) => !otherIndexes.has(identity)).map(([, index]) => index)
  return { matched, missing, added, order: orderOf(matched, self) }
}

/** Members that look the same are numbered, so that each has an identity of its own. */
function indexesByIdentity(members: readonly unknown[]): Map<string, number> {
  const seen = new Map<string, number>()
  const indexes = new Map<string, number>()
  for (const [index, member] of members.entries()) {
    const identity = identityOf(member)
    const count = seen.get(identity) ?? 0
    seen.set(identity, count + 1)
    indexes.set(`${count} ${identity}`, index)
  }
  return indexes
}

/** What makes a member the same in both arrays: its id, the value of an option, or a text itself. */
function identityOf(member: unknown): string {
  const key = keyOf(member)
  return key === undefined ? '' : `${typeof key} ${key}`
}

function keyOf(member: unknown): unknown {
  if (typeof member !== 'object') return member
  if (member === null || Array.isArray(member)) return undefined
  const key = 'id' in member ? member.id : 'value' in member ? member.value : undefined
  // An id may be a number in one service and the same text in the other: that is a difference of its type.
  return typeof key === 'string' || typeof key === 'number' ? String(key) : undefined
}

function orderOf(
  matched: readonly (readonly [number, number])[],
  self: readonly unknown[],
): ArrayMatch['order'] {
  const inOrderOfOther = matched.map(([, selfIndex]) => selfIndex)
  const inOrderOfSelf = inOrderOfOther.toSorted((a, b) => a - b)
  const start = inOrderOfOther.findIndex((index, position) => index !== inOrderOfSelf[position])
  if (start === -1) return undefined
  const keys = (indexes: readonly number[]) => indexes.slice(start).map((index) => keyOf(self[index]) ?? '…')
  return { other: keys(inOrderOfOther), this: keys(inOrderOfSelf) }
}

/** The members of an array by what makes each the same in another array, in their order. */
export function byIdentity(members: readonly unknown[]): Map<string, number> {
  const counts = new Map<string, number>()
  const indexes = new Map<string, number>()
  for (const [index, member] of members.entries()) {
    const key = keyOf(member)
    const identity = key === undefined ? '' : `${typeof key} ${key}`
    const earlier = counts.get(identity) ?? 0
    counts.set(identity, earlier + 1)
    // Members that look the same are numbered, and those without an identity are matched by their position.
    indexes.set(`${earlier} ${identity}`, index)
  }
  return indexes
}

/** The id of a member, the value of an option, or a text itself; undefined if it has none of these. */
export function keyOf(member: unknown): unknown {
  if (typeof member !== 'object') return member
  if (member === null || Array.isArray(member)) return undefined
  const key = 'id' in member ? member.id : 'value' in member ? member.value : undefined
  // An id may be a number in one service and the same text in the other: that is a difference of its type.
  return typeof key === 'string' || typeof key === 'number' ? String(key) : undefined
}

/** Groups the members of a list by a key. Each group keeps the order of the list. */
export function groupBy<Member, Key>(members: Iterable<Member>, keyOf: (member: Member) => Key) {
  const groups = new Map<Key, Member[]>()
  for (const member of members) {
    const key = keyOf(member)
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [member])
    else group.push(member)
  }
  return groups
}

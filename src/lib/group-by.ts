/** Groups the elements of a list by a key. Each group keeps the order of the list. */
export function groupBy<Element, Key>(elements: Iterable<Element>, keyOf: (element: Element) => Key) {
  const groups = new Map<Key, Element[]>()
  for (const element of elements) {
    const key = keyOf(element)
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [element])
    else group.push(element)
  }
  return groups
}

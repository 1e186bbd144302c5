/** How many texts of a list would be added, removed or moved to get another one. */
export function countChanges(from: readonly string[], to: readonly string[]): number {
  const places = new Map(from.map((id, index) => [id, index]))
  const kept = to.flatMap((id) => places.get(id) ?? [])
  return to.length - kept.length + (from.length - kept.length) + (kept.length - longestRise(kept))
}

/** Whether a list is another one with more at its end. */
export function isContinued(list: readonly string[], longer: readonly string[]): boolean {
  return list.length <= longer.length && list.every((id, index) => id === longer[index])
}

/** The length of the longest sequence in which numbers rise, with others between them: those need not be moved. */
function longestRise(numbers: readonly number[]): number {
  const smallestEnds: number[] = []
  for (const number of numbers) {
    let low = 0
    let high = smallestEnds.length
    while (low < high) {
      const middle = (low + high) >> 1
      if ((smallestEnds[middle] ?? 0) < number) low = middle + 1
      else high = middle
    }
    smallestEnds[low] = number
  }
  return smallestEnds.length
}

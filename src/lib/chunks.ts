/** How many rows or ids are sent to the database at once: enough to be fast, few enough for memory. */
const CHUNK_SIZE = 500

/** Splits a list into chunks of limited size. `weigh` tells how much an element adds to the size of its chunk. */
export function* chunks<Element>(
  elements: Iterable<Element>,
  { size = CHUNK_SIZE, weigh = () => 1 }: { size?: number; weigh?: (element: Element) => number } = {},
) {
  let chunk: Element[] = []
  let weight = 0
  for (const element of elements) {
    chunk.push(element)
    weight += weigh(element)
    if (weight >= size) {
      yield chunk
      chunk = []
      weight = 0
    }
  }
  if (chunk.length > 0) yield chunk
}

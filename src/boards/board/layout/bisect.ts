/** How many results are kept. A draw of a menu needs a few, and a rotated screen as many again. */
const MAX_RESULTS = 20

type Fits = (value: number) => boolean | Promise<boolean>

/** The results of earlier searches, by their ranges. */
const results = new Map<string, number>()

/** Makes later searches independent of earlier ones. */
export function forgetResults(): void {
  results.clear()
}

/**
 * Returns the largest value that fits, up to a precision, or `min` if none does. It first checks the result of the last search in
 * this range, because a menu with few changes mostly keeps its size, and each check lays the menu out.
 */
export async function bisect(min: number, max: number, precision: number, fits: Fits): Promise<number> {
  const range = `${min} ${max}`
  const before = results.get(range)
  const step = stepOf(max - min, precision)
  const isStillLargest = async (value: number) =>
    (await fits(value)) && (value + step / 2 > max || !(await fits(value + step)))
  const isSame = before !== undefined && (await isStillLargest(before))
  const result = isSame ? before : await search(min, max, precision, fits)
  if (results.size >= MAX_RESULTS) results.clear()
  results.set(range, result)
  return result
}

async function search(min: number, max: number, precision: number, fits: Fits): Promise<number> {
  if (!(await fits(min))) return min
  if (await fits(max)) return max
  let [low, high] = [min, max]
  while (high - low > precision) {
    const middle = (low + high) / 2
    if (await fits(middle)) low = middle
    else high = middle
  }
  return low
}

/** Returns the distance between the last two values of a search. */
function stepOf(length: number, precision: number): number {
  return length / 2 ** Math.max(0, Math.ceil(Math.log2(length / precision)))
}

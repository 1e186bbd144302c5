/** How many results are kept. A draw of a menu needs a few, and a rotated screen as many again. */
const MAX_RESULTS = 20

/** The results of earlier searches, by their ranges. */
const results = new Map<string, number>()

/**
 * Returns the largest value that fits, up to a precision, or `min` if none does. It first checks whether that is the same as in
 * the last search of this range: a menu in which little has changed is mostly as large as before, and each check lays it out.
 */
export function bisect(
  min: number,
  max: number,
  precision: number,
  fits: (value: number) => boolean,
): number {
  const range = `${min} ${max}`
  const before = results.get(range)
  const step = stepOf(max - min, precision)
  const isStillLargest = (value: number) => fits(value) && (value + step / 2 > max || !fits(value + step))
  const result = before !== undefined && isStillLargest(before) ? before : search(min, max, precision, fits)
  if (results.size >= MAX_RESULTS) results.clear()
  results.set(range, result)
  return result
}

function search(min: number, max: number, precision: number, fits: (value: number) => boolean): number {
  if (!fits(min)) return min
  if (fits(max)) return max
  let [low, high] = [min, max]
  while (high - low > precision) {
    const middle = (low + high) / 2
    if (fits(middle)) low = middle
    else high = middle
  }
  return low
}

/** Returns the distance of the two values between which a search ends. */
function stepOf(length: number, precision: number): number {
  return length / 2 ** Math.max(0, Math.ceil(Math.log2(length / precision)))
}

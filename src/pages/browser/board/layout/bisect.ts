/** Returns the largest value that fits, or `min` if none does. */
export function bisect(
  min: number,
  max: number,
  precision: number,
  fits: (value: number) => boolean,
): number {
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

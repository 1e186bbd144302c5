/** Returns the largest value that fits, or `least` if none does. */
export function bisect(
  least: number,
  most: number,
  precision: number,
  fits: (value: number) => boolean,
): number {
  if (!fits(least)) return least
  if (fits(most)) return most
  let [low, high] = [least, most]
  while (high - low > precision) {
    const middle = (low + high) / 2
    if (fits(middle)) low = middle
    else high = middle
  }
  return low
}

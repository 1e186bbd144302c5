/** A number as people write it: `2,400`. */
export function formatNumber(value: number): string {
  return value.toLocaleString('en')
}

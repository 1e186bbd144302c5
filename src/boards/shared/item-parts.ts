/**
 * Divides the rows of an item that is higher than a column, on both boards. Its first size or option stays with it, and each
 * other one may begin a column. An item that fits into a column is not divided.
 */
export function splitIntoParts<Row>(rows: readonly Row[]): Row[][] {
  return [rows.slice(0, 2), ...rows.slice(2).map((row) => [row])]
}

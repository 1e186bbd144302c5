/**
 * Divides the rows of an item that is higher than a column, on either board: its first size or option stays with it, and each other
 * may begin a column. All of a lower item is in one column.
 */
export function partsOf<Row>(rows: readonly Row[]): Row[][] {
  return [rows.slice(0, 2), ...rows.slice(2).map((row) => [row])]
}

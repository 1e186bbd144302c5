import { formatNumber } from '../../lib/text/format-number.ts'

/** A workbook exceeds a limit. The message says what it must not have, after the name of the file. */
export class WorkbookLimitError extends Error {}

/** @throws {WorkbookLimitError} if there is more than a limit. @param what is counted, and what to do about it */
export function requireAtMost(max: number, count: number, what: string): void {
  if (count > max) throw new WorkbookLimitError(`must not have more than ${formatNumber(max)} ${what}`)
}

import { escapeFormulas } from '../../../lib/text/formulas.ts'

/** A cell (RFC 4180). What a spreadsheet would take for a formula has an apostrophe in front, since names can be any text. */
export function csvCell(text: string): string {
  const harmless = escapeFormulas(text)
  return /[",;\t\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}

import { escapeFormulas } from '../../lib/text/formulas.ts'

/** A cell (RFC 4180). Names can be any text, so a text that a spreadsheet would run as a formula gets an apostrophe in front. */
export function csvCell(text: string): string {
  const harmless = escapeFormulas(text)
  return /[",;\t\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}

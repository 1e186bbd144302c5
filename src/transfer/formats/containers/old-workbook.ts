import { DocumentError } from '../../errors.ts'
import type { Container } from './container.ts'

/** Excel's old binary form, and a workbook with a password. Both can only be refused. */
export const oldWorkbook: Container = {
  extensions: ['xls'],
  matches: (start) => start.startsWith('\u00d0\u00cf\u0011\u00e0'),
  async open({ name }) {
    const problem = 'is an old binary workbook or has a password'
    throw new DocumentError(`${name}: ${problem}: save it as XLSX or CSV without a password`)
  },
}

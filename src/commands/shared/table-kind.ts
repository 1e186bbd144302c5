import { extname } from 'node:path'
import { CommandError } from '../../lib/command-error.ts'

/** The kind of table by the extension of a file, .csv or .xlsx; CSV if it has none. @throws {CommandError} if it has another */
export function tableKindOf(file: string): 'csv' | 'xlsx' {
  const extension = extname(file).toLowerCase()
  if (file !== '-' && !['.csv', '.xlsx', ''].includes(extension))
    throw new CommandError(
      `A table is written to a file that ends in .csv or .xlsx: choose another name than ${file}.`,
    )
  return extension === '.xlsx' ? 'xlsx' : 'csv'
}

import { extname } from 'node:path'
import { CommandError } from '../../lib/command-error.ts'

/** The kind of table that a file must be. @throws {CommandError} if its name does not show it */
export function tableKindOf(file: string): 'csv' | 'xlsx' {
  const extension = extname(file).toLowerCase()
  if (file !== '-' && !['.csv', '.xlsx', ''].includes(extension))
    throw new CommandError(
      `A table is written to a file that ends in .csv or .xlsx: choose another name than ${file}.`,
    )
  return extension === '.xlsx' ? 'xlsx' : 'csv'
}

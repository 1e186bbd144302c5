import { checkImport } from '../documents/check-import.ts'
import { type ImportOptions, runImport } from '../documents/import.ts'
import type { Database } from '../storage/database.ts'
import { type SourceOptions, withSources } from './with-sources.ts'

/**
 * Imports a file of any format, or several files of one format.
 * @param file a path, `-` for standard input, or several paths, which are imported in one transaction
 * @throws {ImportError} with one line per error; the database is unchanged
 */
export async function importFile(
  database: Database,
  file: string | readonly string[],
  options: ImportOptions & SourceOptions = {},
) {
  return withSources([file].flat(), options, async (sources) => {
    const checked = await checkImport(database, sources)
    return (await runImport(database, checked, options)).summary
  })
}

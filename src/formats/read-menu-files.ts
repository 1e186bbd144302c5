import { describeFiles, type InputFile } from '../documents/input-file.ts'
import type { ImportFileMenu } from '../documents/schema.ts'
import { CommandError } from '../lib/command-error.ts'
import type { FormatOptions, MenuFormatName } from './format-options.ts'
import { formats } from './formats.ts'
import type { ImportReport } from './import-report.ts'
import { completeMenus } from './shared/complete-menus.ts'
import { newReadingContext } from './shared/reading-context.ts'

/**
 * Reads files of one format, and makes menus of an import file from their content.
 * @param report gets what is lost or left out
 * @throws {ImportError} with one line per error in the files
 * @throws {CommandError} if an option does not apply
 */
export async function readMenuFiles(
  format: MenuFormatName,
  files: readonly InputFile[],
  options: FormatOptions,
  report: ImportReport,
): Promise<readonly ImportFileMenu[]> {
  try {
    const context = newReadingContext(options, report)
    const menus = await formats[format].read(files, context)
    context.prices.refuseSeveralCurrencies(describeFiles(files))
    return completeMenus(format, menus, context)
  } catch (error) {
    // An error in the options concerns all files.
    throw error instanceof CommandError
      ? new CommandError(`${describeFiles(files)}: ${error.message}`)
      : error
  }
}

import { describeFiles, type InputFile } from '../documents/input-file.ts'
import type { ImportFileMenu } from '../documents/schema.ts'
import { CommandError, UsageError } from '../lib/command-error.ts'
import type { FormatOptions, MenuFormatName } from './format-options.ts'
import { formats } from './formats.ts'
import type { ImportReport } from './import-report.ts'
import { completeMenus } from './shared/complete-menus.ts'
import { Prices } from './shared/prices.ts'
import { Budget } from './shared/reading-context.ts'

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
    const context = { prices: new Prices(options.currency, report), budget: new Budget(), options, report }
    const menus = await formats[format].read(files, context)
    context.prices.refuseSeveralCurrencies(describeFiles(files))
    return completeMenus(format, menus, context)
  } catch (error) {
    // A usage error is about the options alone. Any other error in them concerns all files.
    if (error instanceof UsageError || !(error instanceof CommandError)) throw error
    throw new CommandError(`${describeFiles(files)}: ${error.message}`)
  }
}

import { CommandError } from '../../command-error.ts'
import { FORMAT_NAMES, type Format, type FormatName, type FormatOptions } from './format.ts'
import { formats } from './formats.ts'
import type { InputFile } from './input-file.ts'
import type { ConversionReport } from './report.ts'
import { readSample } from './sample.ts'

/**
 * Tells the format of a file by its content. Any other JSON object counts as an import file, whose check says what is
 * wrong with it.
 * @throws {CommandError} if the content is of no known format, or could be of several
 */
export async function detectFormat(file: InputFile): Promise<FormatName> {
  const sample = await readSample(file)
  const found = formats.filter((format) => format.matches(sample)).map(({ name }) => name)
  if (found.length === 0 && sample.kind === 'json' && !sample.text.trimStart().startsWith('['))
    return 'document'
  const [only, ...others] = found
  if (only !== undefined && others.length === 0) return only
  const problem = only === undefined ? 'is in no known format' : `could be ${found.join(' or ')}`
  throw new CommandError(
    `${file.name} ${problem}: name its format with --as, which is one of ${FORMAT_NAMES.join(', ')}.`,
  )
}

/**
 * Reads files of one format.
 * @param report takes what cannot be carried over
 * @returns the menus as in an import file
 * @throws {DocumentError} with one line per error in the files
 */
export async function convertFiles(
  name: Exclude<FormatName, 'document'>,
  files: readonly InputFile[],
  options: FormatOptions,
  report: ConversionReport,
): Promise<readonly unknown[]> {
  const menus = await formatNamed(name).read(files, options, report)
  report.errors.throwIfAny()
  return menus
}

function formatNamed(name: FormatName): Format {
  const format = formats.find((one) => one.name === name)
  if (format === undefined) throw new Error(`There is no format ${name}.`)
  return format
}

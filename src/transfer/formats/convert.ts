import { CommandError, UsageError } from '../../lib/flow/command-error.ts'
import { refuseOtherPrograms } from './containers/other-programs.ts'
import { DEVICE_OPTIONS } from './devices/columns.ts'
import { foreignFields } from './foreign-json.ts'
import {
  type ConvertedFormat,
  FORMAT_NAMES,
  type FormatName,
  type FormatOption,
  type FormatOptions,
} from './format.ts'
import { formats } from './formats.ts'
import { describeFiles, type InputFile } from './input-file.ts'
import { SAVE_AS_TABLE } from './mapping/advice.ts'
import type { ConversionReport } from './report.ts'
import { readSample } from './sample.ts'

/**
 * The format of a file: the one that the user names, or else that of its content.
 * @throws {CommandError | DocumentError} if it cannot be read in any format, or could be in several
 */
export async function formatOf(file: InputFile, named?: FormatName): Promise<FormatName> {
  await refuseOtherPrograms(file)
  return named ?? detectFormat(file)
}

/**
 * Tells the format of a file by its content. Any other JSON object counts as an import file, whose check says what is
 * wrong with it.
 * @throws {CommandError} if the content is of no known format, or could be of several
 */
async function detectFormat(file: InputFile): Promise<FormatName> {
  const sample = await readSample(file)
  const found = FORMAT_NAMES.filter((name) => isConverted(name) && formats[name].matches(sample))
  const [only, ...others] = found
  if (only !== undefined && others.length === 0) return only
  if (only !== undefined)
    throw new CommandError(`${file.name} could be ${found.join(' or ')}: name its format with --as.`)
  const foreign = foreignFields(sample)
  if (foreign !== undefined)
    throw new CommandError(`${file.name} is the menu of another program, with ${foreign}: ${SAVE_AS_TABLE}.`)
  if (sample.kind === 'json' && !sample.isArray) return 'document'
  throw new CommandError(
    `${file.name} is in no known format: ${SAVE_AS_TABLE}, or name its format with --as, which is one of ${FORMAT_NAMES.join(', ')}.`,
  )
}

/**
 * Checks that options apply to any of the formats.
 * @throws {UsageError} if one does not
 */
export function requireUsed(
  names: readonly FormatName[],
  options: Readonly<Partial<Record<FormatOption, unknown>>>,
  files: readonly InputFile[],
): void {
  const used = new Set(names.flatMap(optionsOf))
  const all = Object.values(formats).flatMap((format) => format.options)
  const unused = all.find((option) => options[option] !== undefined && !used.has(option))
  if (unused === undefined) return
  const option = `--${unused.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`
  const subject =
    names.length === 1 ? `The format ${names[0]} has` : `The formats ${names.join(' and ')} have`
  throw new UsageError(`${describeFiles(files)}: ${subject} no option ${option}: leave it out.`)
}

function optionsOf(name: FormatName): readonly FormatOption[] {
  if (isConverted(name)) return formats[name].options
  return name === 'devices' ? DEVICE_OPTIONS : []
}

function isConverted(name: FormatName): name is ConvertedFormat {
  return Object.hasOwn(formats, name)
}

/**
 * Reads files of one format.
 * @param report takes what cannot be carried over
 * @throws {DocumentError} with one line per error in the files
 * @throws {CommandError} if an option does not apply
 */
export async function convertFiles(
  name: ConvertedFormat,
  files: readonly InputFile[],
  options: FormatOptions,
  report: ConversionReport,
): Promise<readonly unknown[]> {
  try {
    const { options: used, read } = formats[name]
    const own = Object.fromEntries(used.map((option) => [option, options[option]]))
    const { nowMs, onRead } = options
    const menus = await read(files, { nowMs, onRead, ...own }, report)
    report.errors.throwIfAny()
    return menus
  } catch (error) {
    // What is wrong with the options for all of the files.
    throw error instanceof CommandError
      ? new CommandError(`${describeFiles(files)}: ${error.message}`)
      : error
  }
}

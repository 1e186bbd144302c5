import { describeFiles, type InputFile } from '../documents/input-file.ts'
import type { ImportFileMenu } from '../documents/schema.ts'
import { isSection } from '../documents/source.ts'
import { CommandError, UsageError } from '../lib/command-error.ts'
import {
  type ConvertedFormat,
  FORMAT_NAMES,
  type FormatName,
  type FormatOption,
  type FormatOptions,
  TABLE_OPTIONS,
} from './format-options.ts'
import { formats } from './formats.ts'
import { SAVE_AS_TABLE } from './mapping/advice.ts'
import { finishMenus } from './mapping/finish.ts'
import { newReading } from './mapping/reading.ts'
import type { ConversionReport } from './report.ts'
import { readSample, type Sample } from './sample.ts'

/**
 * The format of a file: the one that the user names, or else that of its content.
 * @throws {CommandError | DocumentError} if it cannot be read in any format, or could be in several
 */
export async function formatOf(file: InputFile, named?: FormatName): Promise<FormatName> {
  if (named !== undefined) return named
  const sample = await readSample(file)
  const found = FORMAT_NAMES.filter((name) => isConverted(name) && formats[name].matches(sample))
  const [only, ...others] = found
  if (only !== undefined && others.length === 0) return only
  if (only !== undefined)
    throw new CommandError(`${file.name} could be ${found.join(' or ')}: name its format with --as.`)
  if (isImportFile(sample)) return 'document'
  throw new CommandError(
    `${file.name} is in no known format: ${SAVE_AS_TABLE}, or name its format with --as, which is one of ${FORMAT_NAMES.join(', ')}.`,
  )
}

/** Whether JSON has only the lists of an import file, or one list that no other program has. */
function isImportFile({ kind, fields, text }: Sample): boolean {
  const sections = [...fields].filter(isSection)
  const isOwn = sections.some((name) => name !== 'menus') || /"groups"\s*:/.test(text)
  return kind === 'json' && /^\s*\{/.test(text) && (isOwn || sections.length === fields.size)
}

/**
 * Checks that options apply to a format.
 * @throws {UsageError} if one does not
 */
export function requireSupportedOptions(
  name: FormatName,
  options: Readonly<Partial<Record<FormatOption, unknown>>>,
  files: readonly InputFile[],
): void {
  const used = optionsOf(name)
  const all = Object.values(formats).flatMap((format) => format.options)
  const unused = all.find((option) => options[option] !== undefined && !used.includes(option))
  if (unused === undefined) return
  const option = `--${unused.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`
  throw new UsageError(`${describeFiles(files)}: The format ${name} has no option ${option}: leave it out.`)
}

function optionsOf(name: FormatName): readonly FormatOption[] {
  if (isConverted(name)) return formats[name].options
  return name === 'devices' ? TABLE_OPTIONS : []
}

function isConverted(name: FormatName): name is ConvertedFormat {
  return Object.hasOwn(formats, name)
}

/**
 * Reads files of one format.
 * @param report gets the losses
 * @throws {DocumentError} with one line per error in the files
 * @throws {CommandError} if an option does not apply
 */
export async function convertFiles(
  name: ConvertedFormat,
  files: readonly InputFile[],
  options: FormatOptions,
  report: ConversionReport,
): Promise<readonly ImportFileMenu[]> {
  try {
    const reading = newReading(options, report)
    const menus = await formats[name].read(files, reading)
    reading.prices.end(describeFiles(files))
    return finishMenus(name, menus, options, report)
  } catch (error) {
    // An error in the options concerns all files.
    throw error instanceof CommandError
      ? new CommandError(`${describeFiles(files)}: ${error.message}`)
      : error
  }
}

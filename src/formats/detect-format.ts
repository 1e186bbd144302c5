import type { InputFile } from '../documents/input-file.ts'
import { isSection } from '../documents/source.ts'
import { CommandError } from '../lib/command-error.ts'
import { keysOf } from '../lib/records.ts'
import { type FormatName, OPTIONS_OF_FORMAT } from './format-options.ts'
import { formats } from './formats.ts'
import { readSample, type Sample } from './sample.ts'

const SAVE_AS_TABLE = 'save the menu as XLSX or CSV, with a row for each item, and import that'

/**
 * Detects the format that all of the files have, by their beginnings.
 * @param named the format that the user names; it is not checked
 * @throws {CommandError | ImportError} if the format of a file is not certain, or if the files have different formats
 */
export async function detectFormat(files: readonly InputFile[], named?: FormatName): Promise<FormatName> {
  if (named !== undefined) return named
  const found = new Set<FormatName>()
  for (const file of files) found.add(await formatOf(file))
  const [format = 'document', ...others] = found
  if (others.length === 0) return format
  throw new CommandError(
    `The files are in several formats (${[...found].join(', ')}): import one format at a time.`,
  )
}

async function formatOf(file: InputFile): Promise<FormatName> {
  const sample = await readSample(file)
  const found = keysOf(formats).filter((name) => formats[name].matches(sample))
  const [only, ...others] = found
  if (only !== undefined && others.length === 0) return only
  if (only !== undefined)
    throw new CommandError(`${file.name} could be ${found.join(' or ')}: name its format with --as.`)
  if (isImportFile(sample)) return 'document'
  throw new CommandError(
    `${file.name} is in no known format: ${SAVE_AS_TABLE}, or name its format with --as, which is one of ${Object.keys(OPTIONS_OF_FORMAT).join(', ')}.`,
  )
}

/** Whether JSON has only the lists of an import file, or a list that only import files have. */
function isImportFile({ kind, fields, text }: Sample): boolean {
  const sections = [...fields].filter(isSection)
  const hasOwnList = sections.some((name) => name !== 'menus') || /"groups"\s*:/.test(text)
  return kind === 'json' && /^\s*\{/.test(text) && (hasOwnList || sections.length === fields.size)
}

import { describeFiles, type InputFile } from '../documents/input-file.ts'
import { UsageError } from '../lib/command-error.ts'
import { type FormatName, type FormatOption, TABLE_OPTIONS } from './format-options.ts'
import { formats } from './formats.ts'

/**
 * Checks that a format uses all options that the user gives.
 * @throws {UsageError} if it does not use one
 */
export function checkOptions(
  format: FormatName,
  options: Readonly<Partial<Record<FormatOption, unknown>>>,
  files: readonly InputFile[],
): void {
  const used = optionsOf(format)
  const all = Object.values(formats).flatMap(({ options: some }) => some)
  const unused = all.find((option) => options[option] !== undefined && !used.includes(option))
  if (unused === undefined) return
  const option = `--${unused.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`
  throw new UsageError(`${describeFiles(files)}: The format ${format} has no option ${option}: leave it out.`)
}

function optionsOf(format: FormatName): readonly FormatOption[] {
  if (format === 'document') return []
  return format === 'devices' ? TABLE_OPTIONS : formats[format].options
}

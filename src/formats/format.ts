import type { InputFile } from '../documents/input-file.ts'
import type { FormatOption, FormatOptions } from './format-options.ts'
import type { ConversionReport } from './report.ts'
import type { Sample } from './sample.ts'

/** A format of menus. A new one is a file in this folder and a line in `formats.ts`. */
export interface MenuFormat {
  /** The options that it uses. Any other is refused. */
  readonly options: readonly FormatOption[]
  /** Whether the beginning of a file looks like this format. */
  matches(sample: Sample): boolean
  /**
   * Reads the menus in files of this format. Most formats make `SourceMenu`s and end with `finishMenus`.
   * @param report gets the errors in the files, and the losses
   * @returns the menus of an import file; they are validated like those of any import file
   * @throws {DocumentError | CommandError} if they cannot be read at all
   */
  read(
    files: readonly InputFile[],
    options: FormatOptions,
    report: ConversionReport,
  ): Promise<readonly unknown[]>
}

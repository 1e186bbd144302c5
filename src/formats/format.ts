import type { InputFile } from '../documents/input-file.ts'
import type { Sample } from './sample.ts'
import type { ReadingContext } from './shared/reading-context.ts'
import type { SourceMenu } from './shared/source-menu.ts'

/** A format of menus. A new one is a file in this folder, a line in `formats.ts`, and one in `format-options.ts`. */
export interface MenuFormat {
  /** Whether the beginning of a file looks like this format. */
  matches(sample: Sample): boolean
  /**
   * Reads the menus in files of this format.
   * @throws {ImportError | CommandError} if they cannot be read at all
   */
  read(files: readonly InputFile[], context: ReadingContext): Promise<readonly SourceMenu[]>
}

import { ImportError } from '../documents/import-error.ts'
import { describeFiles, type InputFile } from '../documents/input-file.ts'
import { withFiles } from '../documents/open-file.ts'
import { type ImportSource, sourceInMemory } from '../documents/source.ts'
import { type FormatName, type FormatOptions, requireKnownOptions } from './format-options.ts'
import { ImportReport } from './import-report.ts'

export interface SourceOptions extends Omit<FormatOptions, 'nowMs' | 'stock'> {
  /** The format of all files. By default, it is detected from their content. */
  readonly as?: FormatName | undefined
  /** The path of a response of Toast's stock API. */
  readonly stock?: string | undefined
  /** Whether it is an error if something of another format cannot be carried over. Unknown fields of import files are no error. */
  readonly strict?: boolean | undefined
  /** Called with each sentence about what could not be carried over, or was left out. */
  readonly onReport?: ((line: string) => void) | undefined
}

/**
 * Opens files of any format, and reads them as sources of an import. The files are open until `work` ends.
 * @param paths paths, or `-` for standard input
 * @throws {CommandError | ImportError} if a file cannot be opened or read
 */
export async function withSources<Result>(
  paths: readonly string[],
  options: SourceOptions,
  work: (sources: readonly ImportSource[]) => Promise<Result>,
): Promise<Result> {
  const { stock } = options
  return withFiles(stock === undefined ? paths : [...paths, stock], async (opened) => {
    const report = new ImportReport()
    const files = opened.slice(0, paths.length)
    const sources = await readSources(files, options, opened[paths.length], report)
    finishReport(report, options)
    return work(sources)
  })
}

async function readSources(
  files: readonly InputFile[],
  options: SourceOptions,
  stock: InputFile | undefined,
  report: ImportReport,
): Promise<readonly ImportSource[]> {
  // Loaded only here, because other commands start faster without the parsers.
  const { readImportFiles } = await import('../documents/read-import-files.ts')
  const { detectFormat } = await import('./detect-format.ts')
  const { readDeviceTables } = await import('./devices/read-device-tables.ts')
  const { readMenuFiles } = await import('./read-menu-files.ts')
  const format = await detectFormat(files, options.as)
  requireKnownOptions(format, options, files)
  if (format === 'document') return readImportFiles(files)
  if (format === 'devices') return [await readDeviceTables(files, options, report)]
  const menus = await readMenuFiles(format, files, { ...options, stock, nowMs: Date.now() }, report)
  return [sourceInMemory({ menus }, describeFiles(files))]
}

/** @throws {ImportError} if something was lost and `strict` is set */
function finishReport(report: ImportReport, options: SourceOptions): void {
  const { strict, onReport = () => {} } = options
  const lines = [...report.lines()]
  if (strict && report.hasLosses)
    throw new ImportError(
      [...lines, 'With --strict, this is an error: correct the file, or leave this option out.'].join('\n'),
    )
  lines.forEach(onReport)
}

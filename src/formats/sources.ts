import { DocumentError } from '../documents/document-error.ts'
import { describeFiles, type InputFile } from '../documents/input-file.ts'
import { withFiles } from '../documents/open-file.ts'
import { type ImportSource, valueSource } from '../documents/source.ts'
import { CommandError } from '../lib/command-error.ts'
import type { FormatName, FormatOptions } from './format-options.ts'
import { ConversionReport } from './report.ts'

export interface SourceOptions extends Omit<FormatOptions, 'nowMs' | 'stock'> {
  /** The format of all files. By default, the content of each file tells it. */
  readonly as?: FormatName | undefined
  /** The path of a response of Toast's stock API. */
  readonly stock?: string | undefined
  /** Whether it is an error if something cannot be carried over from another format. */
  readonly strict?: boolean | undefined
  /** Called with each sentence about what could not be carried over, or was left out. */
  readonly onReport?: ((line: string) => void) | undefined
}

/**
 * Opens files as sources while work runs.
 * @param paths paths, or `-` for standard input
 * @throws {CommandError | DocumentError} if a file cannot be opened or converted
 */
export async function withSources<Result>(
  paths: readonly string[],
  options: SourceOptions,
  work: (sources: readonly ImportSource[]) => Promise<Result>,
): Promise<Result> {
  const { stock } = options
  return withFiles(stock === undefined ? paths : [...paths, stock], async (opened) => {
    const files = opened.slice(0, paths.length)
    return work(await sourcesOf(files, options, opened[paths.length]))
  })
}

async function sourcesOf(files: readonly InputFile[], options: SourceOptions, stock: InputFile | undefined) {
  // Loaded on demand, because of the parsers: the other commands start faster without them.
  const { readImportFiles } = await import('../documents/import-files.ts')
  const { readDeviceTables } = await import('./devices/source.ts')
  const { convertFiles, requireSupportedOptions } = await import('./convert.ts')
  const format = await formatOfAll(files, options)
  requireSupportedOptions(format, options, files)
  const report = new ConversionReport()
  const sources = await read()
  finishReport(report, options)
  return sources

  async function read(): Promise<readonly ImportSource[]> {
    if (format === 'document') return readImportFiles(files)
    if (format === 'devices') return [await readDeviceTables(files, options, report)]
    const menus = await convertFiles(format, files, { ...options, stock, nowMs: Date.now() }, report)
    return [valueSource({ menus }, describeFiles(files))]
  }
}

/** @throws {CommandError} if the files are in several formats */
async function formatOfAll(files: readonly InputFile[], { as }: SourceOptions): Promise<FormatName> {
  const { formatOf } = await import('./convert.ts')
  const formats = new Set<FormatName>()
  for (const file of files) formats.add(await formatOf(file, as))
  const [format = 'document', ...others] = formats
  if (others.length === 0) return format
  throw new CommandError(
    `The files are in several formats (${[...formats].join(', ')}): import one format at a time.`,
  )
}

/** @throws {DocumentError} if something was lost and `strict` is set */
function finishReport(report: ConversionReport, options: SourceOptions): void {
  const { strict, onReport = () => {} } = options
  const lines = [...report.lines()]
  if (strict && report.hasLosses)
    throw new DocumentError(
      [...lines, 'With --strict, this is an error: correct the file, or leave this option out.'].join('\n'),
    )
  lines.forEach(onReport)
}

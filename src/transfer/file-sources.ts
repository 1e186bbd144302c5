import { groupBy } from '../group-by.ts'
import { DocumentError } from './errors.ts'
import type { ReadOptions } from './file-source.ts'
import type { FormatName, FormatOptions } from './formats/format.ts'
import type { InputFile } from './formats/input-file.ts'
import { ConversionReport } from './formats/report.ts'
import { joinSources } from './join-sources.ts'
import { withFiles } from './open-file.ts'
import { type Source, valueSource } from './source.ts'

/** How files are read. */
export interface SourceOptions extends ReadOptions, Omit<FormatOptions, 'nowMs' | 'stock'> {
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
 * Opens files as one source while work runs.
 * @param paths paths, or `-` for standard input
 * @throws {CommandError | DocumentError} if a file cannot be opened or converted
 */
export async function withSource<Result>(
  paths: readonly string[],
  options: SourceOptions,
  work: (source: Source) => Promise<Result>,
): Promise<Result> {
  const { stock } = options
  return withFiles(stock === undefined ? paths : [...paths, stock], async (opened) => {
    const files = opened.slice(0, paths.length)
    return work(joinSources(await sourcesOf(files, options, opened[paths.length])))
  })
}

async function sourcesOf(files: readonly InputFile[], options: SourceOptions, stock: InputFile | undefined) {
  // Loaded on demand, because of the parsers: the other commands start faster without them.
  const { fileSource } = await import('./file-source.ts')
  const { convertFiles } = await import('./formats/convert.ts')
  const report = new ConversionReport()
  const sources: { readonly name: string; readonly source: Source }[] = []
  for (const [format, group] of await filesByFormat(files, options)) {
    if (format === 'document') {
      for (const { name, descriptor } of group)
        sources.push({ name, source: fileSource(descriptor, options) })
    } else {
      const menus = await convertFiles(format, group, { ...options, stock, nowMs: Date.now() }, report)
      sources.push({ name: group.map(({ name }) => name).join(', '), source: valueSource({ menus }) })
    }
  }
  finishReport(report, options)
  return sources
}

async function filesByFormat(files: readonly InputFile[], { as }: SourceOptions) {
  const { detectFormat } = await import('./formats/convert.ts')
  const formats = new Map<InputFile, FormatName>()
  for (const file of files) formats.set(file, as ?? (await detectFormat(file)))
  return groupBy(files, (file) => formats.get(file) ?? 'document')
}

/** @throws {DocumentError} if something was lost, and this is an error */
function finishReport(report: ConversionReport, { strict, onReport = () => {} }: SourceOptions): void {
  const lines = [...report.lines()]
  if (strict && report.hasLosses)
    throw new DocumentError(
      [...lines, 'With --strict, this is an error: correct the file, or leave this option out.'].join('\n'),
    )
  lines.forEach(onReport)
}

import { mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import type { InputFile } from '../../src/documents/input-file.ts'
import type { ImportFileMenu } from '../../src/documents/schema.ts'
import { detectFormat } from '../../src/formats/detect-format.ts'
import type { FormatName, FormatOptions } from '../../src/formats/format-options.ts'
import { ImportReport } from '../../src/formats/import-report.ts'
import { readMenuFiles } from '../../src/formats/read-menu-files.ts'

/** Writes an input file with this name and content. It exists until the test ends. */
export function inputFile(name: string, content: string | Uint8Array | object): InputFile {
  const folder = mkdtempSync(join(tmpdir(), 'signage-test-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const path = join(folder, name)
  const isRaw = typeof content === 'string' || content instanceof Uint8Array
  writeFileSync(path, isRaw ? content : JSON.stringify(content))
  return { name, descriptor: openSync(path, 'r') }
}

/** The time of conversions: 2026-01-01. */
const NOW_MS = Date.UTC(2026, 0, 1)

/**
 * Converts a file whose format is detected, as `signage import` does.
 * @returns the menus, and the lines of the report
 */
export async function convert(
  name: string,
  content: string | Uint8Array | object,
  options: Partial<FormatOptions> & { readonly as?: FormatName } = {},
) {
  return convertAll([inputFile(name, content)], options)
}

/** The message of a conversion that fails. */
export const messageOf = (converted: ReturnType<typeof convert>): Promise<string> =>
  converted.then(
    ({ menus }) => `It was converted: ${JSON.stringify(menus)}`,
    ({ message }: Error) => message,
  )

/** Like `convert`, for several files of one format. */
export async function convertAll(
  files: readonly InputFile[],
  { as, ...options }: Partial<FormatOptions> & { readonly as?: FormatName } = {},
) {
  const format = await detectFormat(files, as)
  if (format === 'document' || format === 'devices') throw new Error('The file has no menu to convert.')
  const report = new ImportReport()
  const menus = await readMenuFiles(format, files, { nowMs: NOW_MS, ...options }, report)
  return { format, menus, lines: [...report.lines()], hasLosses: report.hasLosses }
}

/** The single menu of a file. */
export async function convertMenu(...parameters: Parameters<typeof convert>): Promise<ImportFileMenu> {
  const { menus } = await convert(...parameters)
  const [menu, ...others] = menus
  if (menu === undefined || others.length > 0) throw new Error(`There are ${menus.length} menus.`)
  return menu
}

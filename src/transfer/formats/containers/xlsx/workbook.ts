import { posix } from 'node:path'
import type { InputFile } from '../../input-file.ts'
import { cleanText } from '../../mapping/text.ts'
import type { Container, OpenOptions, Row, Table } from '../container.ts'
import { parseXml } from '../xml.ts'
import { openZip, type Zip } from '../zip.ts'
import type { Book } from './cells.ts'
import { isTrue } from './rich-text.ts'
import { NO_STRINGS, readSharedStrings } from './shared-strings.ts'
import { readSheet } from './sheet.ts'
import { readStyles } from './styles.ts'

interface Relationship {
  /** The path of a part. */
  readonly target: string
  /** The end of its type, such as `worksheet`. */
  readonly type: string
}

interface Sheet {
  readonly name: string
  readonly isHidden: boolean
  readonly relationship: string | undefined
}

/** The form of Excel since 2007, in a ZIP file. */
export const xlsx: Container = {
  extensions: ['xlsx', 'xlsm'],
  matches: (start) => start.startsWith('PK\u0003\u0004'),
  open: openWorkbook,
}

/** Opens a workbook. Its rows are read one by one; its shared texts are in memory. */
async function openWorkbook(
  file: InputFile,
  progress: { bytes: number },
  { withHidden = false }: OpenOptions,
): Promise<Table> {
  const { zip, sheets, relationships, ...calculation } = await readStructure(file)
  const tables = sheets.filter(
    ({ relationship = '' }) => relationships.get(relationship)?.type === 'worksheet',
  )
  const shown = tables.filter(({ isHidden }) => withHidden || !isHidden)
  return { hiddenSheets: tables.length - shown.length, rows: readRows() }

  function partOf(type: string): string | undefined {
    const target = [...relationships.values()].find((relationship) => relationship.type === type)?.target
    return target !== undefined && zip.has(target) ? target : undefined
  }

  async function readBook(): Promise<Book> {
    const shared = partOf('sharedStrings')
    const strings = shared === undefined ? NO_STRINGS : await readSharedStrings(zip.read(shared))
    const styles = partOf('styles')
    return {
      ...calculation,
      withHidden,
      strings,
      styles: styles === undefined ? [] : await readStyles(zip.read(styles), file.name),
    }
  }

  async function* readRows(): AsyncGenerator<Row> {
    const book = await readBook()
    for (const { name, relationship = '' } of shown) {
      const path = relationships.get(relationship)?.target ?? ''
      for await (const part of readSheet(() => zip.read(path), book)) {
        progress.bytes = zip.bytesRead()
        for (const row of part) yield { sheet: name, ...row }
      }
    }
  }
}

async function readStructure(file: InputFile) {
  const zip = await openZip(file)
  const root = await readRelationships(zip, '')
  const workbook =
    [...root.values()].find(({ type }) => type === 'officeDocument')?.target ?? 'xl/workbook.xml'
  return {
    zip,
    ...(await readSheets(zip, workbook)),
    relationships: await readRelationships(zip, workbook),
  }
}

/** The relationships of a part by their ids. The empty path is the whole file. */
async function readRelationships(zip: Zip, part: string): Promise<ReadonlyMap<string, Relationship>> {
  const { dir, base } = posix.parse(part)
  const path = posix.join(dir, '_rels', `${base}.rels`)
  const relationships = new Map<string, Relationship>()
  if (!zip.has(path)) return relationships
  await parseXml(zip.read(path), {
    open(name, { Id, Target, Type, TargetMode }) {
      if (name !== 'Relationship' || Id === undefined || Target === undefined || TargetMode === 'External')
        return
      // A target with a slash in front begins at the top, and others at the folder of the part.
      const target = posix.resolve('/', dir, Target).slice(1)
      relationships.set(Id, { target, type: Type?.split('/').at(-1) ?? '' })
    },
  })
  return relationships
}

async function readSheets(zip: Zip, workbook: string) {
  const sheets: Sheet[] = []
  let is1904 = false
  let recalculates = false
  await parseXml(zip.read(workbook), {
    open(element, { name = '', state = 'visible', ...attributes }) {
      if (element === 'workbookPr') is1904 = isTrue(attributes['date1904'])
      else if (element === 'calcPr') recalculates = isTrue(attributes['fullCalcOnLoad'])
      if (element !== 'sheet') return
      // Its prefix stands for the namespace of relationships, and is usually `r`.
      const [, relationship] = Object.entries(attributes).find(([key]) => key.endsWith(':id')) ?? []
      sheets.push({ name: cleanText(name), isHidden: state !== 'visible', relationship })
    },
  })
  return { sheets, is1904, recalculates }
}

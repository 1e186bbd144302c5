import { posix } from 'node:path'
import type { InputFile } from '../../input-file.ts'
import type { Container, Row, Table } from '../container.ts'
import { parseXml } from '../xml.ts'
import { openZip, type Zip } from '../zip.ts'
import { readSharedStrings } from './shared-strings.ts'
import { readSheet } from './sheet.ts'

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
async function openWorkbook(file: InputFile, progress: { bytes: number }): Promise<Table> {
  const { zip, sheets, relationships } = await readStructure(file)
  const tables = sheets.filter(
    ({ relationship = '' }) => relationships.get(relationship)?.type === 'worksheet',
  )
  return {
    hiddenSheets: tables.filter(({ isHidden }) => isHidden).length,
    rows: readRows(),
  }

  async function* readRows(): AsyncGenerator<Row> {
    const shared = [...relationships.values()].find(({ type }) => type === 'sharedStrings')?.target
    const strings = shared !== undefined && zip.has(shared) ? await readSharedStrings(zip.read(shared)) : []
    for (const { name, isHidden, relationship = '' } of tables) {
      if (isHidden) continue
      const parts = readSheet(zip.read(relationships.get(relationship)?.target ?? ''), strings)
      for await (const part of parts) {
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
    sheets: await readSheets(zip, workbook),
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

async function readSheets(zip: Zip, workbook: string): Promise<readonly Sheet[]> {
  const sheets: Sheet[] = []
  await parseXml(zip.read(workbook), {
    open(element, { name = '', state = 'visible', ...attributes }) {
      if (element !== 'sheet') return
      // Its prefix stands for the namespace of relationships, and is usually `r`.
      const [, relationship] = Object.entries(attributes).find(([key]) => key.endsWith(':id')) ?? []
      sheets.push({ name: name.trim(), isHidden: state !== 'visible', relationship })
    },
  })
  return sheets
}

import { posix } from 'node:path'
import type { InputFile } from '../../../documents/input-file.ts'
import { cleanText } from '../../shared/clean-text.ts'
import type { Row } from '../row.ts'
import { parseXml } from '../xml.ts'
import { openZip, type Zip } from '../zip.ts'
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

interface SheetEntry {
  readonly name: string
  readonly isHidden: boolean
  readonly relationship: string | undefined
}

const FOLDER = '/xl'
const WORKBOOK = 'xl/workbook.xml'
const RELATIONSHIPS = 'xl/_rels/workbook.xml.rels'

/** Reads the rows of an XLSX workbook one by one. Its shared texts are in memory. @throws {Error} if it is damaged */
export async function* readWorkbook(file: InputFile): AsyncGenerator<Row> {
  const zip = await openZip(file)
  const { sheets, recalculates } = await readSheetList(zip)
  const relationships = await readRelationships(zip)
  const shared = partOf('sharedStrings')
  const styles = partOf('styles')
  const book = {
    recalculates,
    strings: shared === undefined ? NO_STRINGS : await readSharedStrings(zip.read(shared)),
    styles: styles === undefined ? [] : await readStyles(zip.read(styles)),
  }
  for (const { name, isHidden, relationship = '' } of sheets) {
    const { type, target = '' } = relationships.get(relationship) ?? {}
    if (type !== 'worksheet') continue
    for await (const part of readSheet(() => zip.read(target), book))
      for (const row of part) yield { sheet: name, isOfHiddenSheet: isHidden, ...row }
  }

  function partOf(type: string): string | undefined {
    const target = [...relationships.values()].find((relationship) => relationship.type === type)?.target
    return target !== undefined && zip.has(target) ? target : undefined
  }
}

/** The other parts to which the workbook refers, by the ids that it uses. */
async function readRelationships(zip: Zip): Promise<ReadonlyMap<string, Relationship>> {
  const relationships = new Map<string, Relationship>()
  if (!zip.has(RELATIONSHIPS)) return relationships
  await parseXml(zip.read(RELATIONSHIPS), {
    open(name, { Id, Target, Type, TargetMode }) {
      if (name !== 'Relationship' || Id === undefined || Target === undefined || TargetMode === 'External')
        return
      // A target with a slash in front begins at the top, and others at the folder of the workbook.
      const target = posix.resolve(FOLDER, Target).slice(1)
      relationships.set(Id, { target, type: Type?.split('/').at(-1) ?? '' })
    },
  })
  return relationships
}

async function readSheetList(zip: Zip) {
  const sheets: SheetEntry[] = []
  let recalculates = false
  await parseXml(zip.read(WORKBOOK), {
    open(element, { name = '', state = 'visible', ...attributes }) {
      if (element === 'calcPr') recalculates = isTrue(attributes['fullCalcOnLoad'])
      if (element !== 'sheet') return
      // The attribute with the id of the relationship has any prefix, which is usually `r`.
      const [, relationship] = Object.entries(attributes).find(([key]) => key.endsWith(':id')) ?? []
      sheets.push({ name: cleanText(name), isHidden: state !== 'visible', relationship })
    },
  })
  // Files of Word and PowerPoint have the same structure, but no sheets.
  if (sheets.length === 0) throw new Error('There is no sheet.')
  return { sheets, recalculates }
}

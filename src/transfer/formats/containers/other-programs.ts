import { readSync } from 'node:fs'
import { DocumentError } from '../../errors.ts'
import { type InputFile, readHead } from '../input-file.ts'
import { openZip } from './zip.ts'

const HEAD_BYTES = 512
const SAVE_AS_WORKBOOK =
  'open it, choose File > Save As and the type Excel Workbook (.xlsx), and import that file'
const TYPE_IT =
  'type the menu into a spreadsheet with a row for each item, save that as XLSX or CSV, and import it'

/** Files by how they begin, in Latin-1, and what to do with them. */
const BY_START: readonly (readonly [start: RegExp, advice: string])[] = [
  [
    /^%PDF-/,
    `is a PDF, which has no rows to read: import the spreadsheet that it was made from, or ${TYPE_IT}`,
  ],
  [
    /^(\u0089PNG|\u00ff\u00d8\u00ff|GIF8|RIFF.{4}WEBP|.{4}ftyp(heic|heix|mif1|avif)|BM.{4}\0{4}|II\*\0|MM\0\*)/s,
    `is a picture, which cannot be read: ${TYPE_IT}`,
  ],
  [
    /^(MIME-Version:|\s*<.*urn:schemas-microsoft-com:office:(excel|spreadsheet))/is,
    `is a workbook in XML or HTML: ${SAVE_AS_WORKBOOK}`,
  ],
  [/^\s*<.*\boffice:document\b/is, `is a workbook of LibreOffice in XML: ${SAVE_AS_WORKBOOK}`],
  [/^ID;P/, `is an old workbook (SYLK): ${SAVE_AS_WORKBOOK}`],
  [/^\{\\rtf/, `is a text document (RTF), which has no rows to read: ${TYPE_IT}`],
]

/** Shops and tills often give such a name to a web page. */
const WORKBOOK_NAME = /\.xl[a-z]{1,2}$/i
const IN_HTML = `is a web page or XML with the name of a workbook: ${SAVE_AS_WORKBOOK}`

/** ZIP files by a part that they have. */
const BY_PART: readonly (readonly [part: string, advice: string])[] = [
  ['word/document.xml', `is a Word document, which has no rows to read: ${TYPE_IT}`],
  ['ppt/presentation.xml', `is a PowerPoint presentation, which has no rows to read: ${TYPE_IT}`],
  ['xl/workbook.bin', `is a binary workbook (XLSB): ${SAVE_AS_WORKBOOK}`],
  [
    'Index/Document.iwa',
    'is a document of Numbers or Pages: open it in Numbers, choose File > Export To > Excel, and import that file',
  ],
]

/** Parts of the old files of Microsoft Office. */
const BY_STREAM: readonly (readonly [stream: string, advice: string])[] = [
  ['EncryptedPackage', 'has a password: open it, save it without the password, and import that file'],
  ['WordDocument', `is an old Word document (DOC), which has no rows to read: ${TYPE_IT}`],
  ['Workbook', `is an old workbook (XLS): ${SAVE_AS_WORKBOOK}`],
]
const OLD_OFFICE = 'is an old binary workbook or has a password: save it as XLSX or CSV without a password'

/**
 * Refuses the files of programs that a menu may be kept in, but that cannot be read. The content decides, whatever the name says.
 * @throws {DocumentError} with what to do instead
 */
export async function refuseOtherPrograms(file: InputFile): Promise<void> {
  const head = readHead(file, HEAD_BYTES)
  const start = head.toString('latin1')
  // Also of text in UTF-16, of which every other byte is 0.
  const text = start
    .replace(/^(\u00ef\u00bb\u00bf|\u00ff\u00fe|\u00fe\u00ff)/, '')
    .replace(/\0(?=[^\0])|(?<=[^\0])\0/g, '')
  const advice =
    BY_START.find(([beginning]) => beginning.test(start) || beginning.test(text))?.[1] ??
    (WORKBOOK_NAME.test(file.name) && text.trimStart().startsWith('<') ? IN_HTML : undefined) ??
    (start.startsWith('\u00d0\u00cf\u0011\u00e0') ? oldOffice(file, head) : undefined) ??
    (isBeforeOffice(head) ? `is an old workbook (XLS): ${SAVE_AS_WORKBOOK}` : undefined) ??
    (start.startsWith('PK\u0003\u0004') ? await inZip(file, start) : undefined)
  if (advice !== undefined) throw new DocumentError(`${file.name}: ${advice}`)
}

/** The names of the parts are in a directory, whose sector the head names. */
function oldOffice({ descriptor }: InputFile, head: Buffer): string {
  const directory = Buffer.alloc(HEAD_BYTES * 4)
  if (head.length === HEAD_BYTES) {
    const position = (head.readUInt32LE(48) + 1) * 2 ** Math.min(head.readUInt16LE(30), 12)
    readSync(descriptor, directory, { position })
  }
  const names = directory.toString('utf16le')
  return BY_STREAM.find(([stream]) => names.includes(stream))?.[1] ?? OLD_OFFICE
}

/** Whether it is a workbook of Excel 2 to 4: a record with its version, and with its length, which is small. */
function isBeforeOffice([record, version = -1, length = 0, zero]: Buffer): boolean {
  return record === 9 && [0, 2, 4].includes(version) && length >= 4 && length <= 8 && zero === 0
}

async function inZip(file: InputFile, start: string): Promise<string | undefined> {
  // OpenDocument has its type first, and not compressed.
  if (start.includes('application/vnd.oasis.opendocument.spreadsheet'))
    return 'is a spreadsheet of LibreOffice (ODS): open it, choose File > Save As and the type Excel (.xlsx), and import that file'
  if (start.includes('application/vnd.oasis.opendocument'))
    return `is a document of LibreOffice, which has no rows to read: ${TYPE_IT}`
  const zip = await openZip(file).catch(() => undefined)
  return BY_PART.find(([part]) => zip?.has(part))?.[1]
}

import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { convert } from '../support/convert.ts'

const fixture = (end: string) =>
  readFileSync(new URL(`../fixtures/formats/menu-libreoffice.${end}`, import.meta.url))

const NOT_KNOWN = 'is in no known format: save the menu as XLSX or CSV, with a row for each item'
const DAMAGED = 'is damaged, or not a workbook: save it again as XLSX or CSV'
const NO_TABLE = 'must be a workbook without a password, or text in UTF-8: save it as XLSX, or as "CSV UTF-8"'
const NO_PAGE = 'is a web page without data for programs'
const XML_SHEET = '<?xml version="1.0"?><Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet"/>'

describe('files of other programs are refused with what to save', () => {
  test.each([
    ['ods', DAMAGED],
    ['docx', DAMAGED],
    ['odt', DAMAGED],
    ['pdf', NOT_KNOWN],
    ['doc', NOT_KNOWN],
    ['xls', NO_TABLE],
  ])('%s', async (end, problem) => {
    await expect(convert(`menu.${end}`, fixture(end))).rejects.toThrow(problem)
  })

  test.each(['pdf', 'doc', 'xls', 'rtf'])('%s, whatever it is called', async (end) => {
    for (const name of ['menu.xlsx', 'menu.csv', '-'])
      await expect(convert(name, fixture(end), { as: 'table' })).rejects.toThrow(name)
  })

  test.each<[string, string, string | Buffer, string]>([
    ['menu.png', 'PNG', Buffer.from('89504e470d0a1a0a', 'hex'), NOT_KNOWN],
    ['menu.csv', 'JPEG', Buffer.from('ffd8ffe000104a464946', 'hex'), NO_TABLE],
    ['menu.xml', 'XML of Excel 2003', XML_SHEET, NOT_KNOWN],
    ['menu.fods', 'XML of LibreOffice', '<?xml version="1.0"?><office:document/>', NOT_KNOWN],
    ['menu.slk', 'SYLK', 'ID;PWXL;N;E\n', NOT_KNOWN],
    ['menu.xls', 'HTML', '<html><table><tr><td>Item</td></tr></table></html>', NO_PAGE],
    ['menu.xlsx', 'HTML', '<!doctype html><title>Menu</title>', NO_PAGE],
    [
      'menu.xls',
      'a page with files in it',
      'MIME-Version: 1.0\n',
      'has no column that is known to be the item',
    ],
  ])('%s, which is %s', async (name, _, content, problem) => {
    await expect(convert(name, content, { menuName: 'Lunch' })).rejects.toThrow(problem)
  })
})

import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { convert } from '../support/convert.ts'
import { zipOf } from '../support/workbook.ts'

const fixture = (end: string) =>
  readFileSync(new URL(`../fixtures/formats/menu-libreoffice.${end}`, import.meta.url))

describe('files of other programs are refused with what to do, whatever they are called', () => {
  test.each([
    [
      'ods',
      'is a spreadsheet of LibreOffice (ODS): open it, choose File > Save As and the type Excel (.xlsx)',
    ],
    ['xls', 'is an old workbook (XLS): open it, choose File > Save As and the type Excel Workbook'],
    ['pdf', 'is a PDF, which has no rows to read: import the spreadsheet that it was made from'],
    ['docx', 'is a Word document, which has no rows to read: type the menu into a spreadsheet'],
    ['doc', 'is an old Word document (DOC), which has no rows to read: type the menu into a spreadsheet'],
    ['odt', 'is a document of LibreOffice, which has no rows to read: type the menu into a spreadsheet'],
    ['rtf', 'is a text document (RTF), which has no rows to read: type the menu into a spreadsheet'],
  ])('%s', async (end, advice) => {
    for (const name of [`menu.${end}`, 'menu.xlsx', '-'])
      await expect(convert(name, fixture(end))).rejects.toThrow(`${name}: ${advice}`)
    await expect(convert('menu.csv', fixture(end), { as: 'table' })).rejects.toThrow(advice)
  })

  test.each([
    ['ppt/presentation.xml', 'is a PowerPoint presentation'],
    ['Index/Document.iwa', 'choose File > Export To > Excel'],
  ])('a ZIP file with %s', async (part, advice) => {
    const content = await zipOf({ 'docProps/app.xml': '<a/>', [part]: 'x' })
    await expect(convert('menu', content)).rejects.toThrow(advice)
  })

  test.each([
    ['PNG', Buffer.from('89504e470d0a1a0a', 'hex'), 'is a picture'],
    ['JPEG', Buffer.from('ffd8ffe000104a464946', 'hex'), 'is a picture'],
    ['HEIC', Buffer.from('\0\0\0\u0018ftypheic'), 'is a picture'],
    ['RTF', Buffer.from('{\\rtf1 Menu}'), 'is a text document (RTF)'],
  ])('%s', async (_, content, advice) => {
    await expect(convert('menu.csv', content)).rejects.toThrow(`menu.csv: ${advice}`)
  })

  const XML_SHEET = '<Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet"><Worksheet/></Workbook>'
  const HTML_SHEET =
    '<html xmlns:x="urn:schemas-microsoft-com:office:excel"><table><tr><td>Item</td></tr></table>'

  test.each([
    ['menu.xls', 'XML of Excel 2003', `<?xml version="1.0"?>${XML_SHEET}`, 'is a workbook in XML or HTML'],
    ['menu.xml', 'XML of Excel 2003', `<?xml version="1.0"?>${XML_SHEET}`, 'is a workbook in XML or HTML'],
    ['menu.xls', 'HTML of Excel', HTML_SHEET, 'is a workbook in XML or HTML'],
    ['menu.xls', 'a page with files in it', 'MIME-Version: 1.0\n', 'is a workbook in XML or HTML'],
    ['menu.XLS', 'a table in HTML', '\ufeff\n<table><tr><td>Item</td></tr></table>', 'is a web page or XML'],
    ['menu.xlsx', 'HTML', '<!doctype html><title>Menu</title>', 'is a web page or XML'],
    ['menu.xls', 'HTML in UTF-16', Buffer.from('\ufeff<table>', 'utf16le'), 'is a web page or XML'],
    ['menu.xls', 'a workbook of Excel 4', Buffer.from('0904060000001000', 'hex'), 'is an old workbook (XLS)'],
    [
      'menu.fods',
      'XML of LibreOffice',
      '<?xml version="1.0"?><office:document/>',
      'is a workbook of LibreOffice',
    ],
    ['menu.slk', 'SYLK', 'ID;PWXL;N;E\n', 'is an old workbook (SYLK)'],
  ])('%s, which is %s', async (name, _, content, advice) => {
    const problem = convert(name, content)
    await expect(problem).rejects.toThrow(`${name}: ${advice}`)
    await expect(problem).rejects.toThrow('choose File > Save As and the type Excel Workbook (.xlsx)')
  })

  test('a table that only begins like one of them is read', async () => {
    const { menus } = await convert('menu.csv', 'BMW burger menu\nItem,Price\nSoup,8', { menuName: 'Lunch' })
    expect(menus[0]?.groups[0]?.items).toMatchObject([{ name: 'Soup', price: 8 }])
  })
})

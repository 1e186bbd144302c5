import { describe, expect, test } from 'vitest'
import { readXmlTree } from '../../src/transfer/formats/containers/xml.ts'

const parse = (text: string) => readXmlTree('menu.xml', text)

describe('xml: the tree of a file', () => {
  test('has elements with attributes, texts, CDATA and lines, without namespaces', () => {
    const root = parse('<?xml version="1.0"?>\n<o:omf o:id="1">a<b>\n&amp;<![CDATA[<i>]]></b>c<b/></o:omf>')
    expect(root).toMatchObject({ name: 'omf', text: 'ac', line: 2 })
    expect(root.attributes.get('id')).toBe('1')
    expect(root.elements.map(({ name, text }) => [name, text])).toEqual([
      ['b', '\n&<i>'],
      ['b', ''],
    ])
  })

  test.each([
    [
      '<a>\n  <b></a>',
      'menu.xml: must be well-formed XML, but is not at line 2, column 9: unexpected close tag',
    ],
    ['<a>&nbsp;</a>', 'undefined entity'],
    ['<a>', 'unclosed tag'],
    ['', 'must contain a root element'],
    ['<a b="1" b="2"/>', 'duplicate attribute'],
  ])('%j is refused with the line and the column', (text, message) => {
    expect(() => parse(text)).toThrow(message)
  })

  test('entities that a file declares are refused, so that none can expand', () => {
    const bomb = '<!DOCTYPE a [<!ENTITY b "bbbb"><!ENTITY c "&b;&b;&b;">]><a>&c;</a>'
    expect(() => parse(bomb)).toThrow('menu.xml: must not define entities or elements in its DOCTYPE')
  })

  test('a DOCTYPE that names a file is ignored, and nothing is fetched', () => {
    expect(parse('<!DOCTYPE omf SYSTEM "file:///etc/passwd"><omf>x</omf>').text).toBe('x')
  })

  test('nesting that is too deep is refused', () => {
    expect(() => parse('<a>'.repeat(100_000))).toThrow('must not nest deeper than 256 levels')
  })

  test('attributes named __proto__ do no harm', () => {
    expect(parse('<a __proto__="x"/>').attributes.get('__proto__')).toBe('x')
  })
})

import { SaxesParser } from 'saxes'
import { DocumentError, MAX_DEPTH, TOO_DEEP } from '../../errors.ts'

/** An element of an XML file. Names are without their namespaces. */
export interface XmlElement {
  readonly name: string
  readonly attributes: ReadonlyMap<string, string>
  readonly elements: readonly XmlElement[]
  /** The text directly in it, without that of the elements in it. */
  readonly text: string
  /** The line where it begins, from 1. */
  readonly line: number
}

interface OpenElement extends XmlElement {
  readonly elements: XmlElement[]
  text: string
}

/**
 * Reads the text of an XML file. Entities that a file declares are never expanded, and nothing else is ever fetched.
 * @param name what the file is called in errors
 * @returns the element at the top
 * @throws {DocumentError} if it is not well-formed, declares entities, or nests too deep
 */
export function parseXml(name: string, text: string): XmlElement {
  const top: OpenElement = { name: '', attributes: new Map(), elements: [], text: '', line: 0 }
  const open = [top]
  const innermost = () => open.at(-1) ?? top
  const parser = new SaxesParser()

  parser.on('error', ({ message }) => {
    const problem = message.replace(/^\d+:\d+: /, '').replace(/\.$/, '')
    const place = `line ${parser.line}, column ${parser.column}`
    throw new DocumentError(`${name}: must be well-formed XML, but is not at ${place}: ${problem}`)
  })
  parser.on('doctype', (doctype) => {
    // Its definitions would be ignored, and what they define would be missing.
    if (doctype.includes('['))
      throw new DocumentError(`${name}: must not define entities or elements in its DOCTYPE: remove them`)
  })
  parser.on('opentag', (tag) => {
    if (open.length > MAX_DEPTH) throw new DocumentError(`${name}, line ${parser.line}: ${TOO_DEEP}`)
    const attributes = new Map(Object.entries(tag.attributes).map(([key, value]) => [localName(key), value]))
    const element = { name: localName(tag.name), attributes, elements: [], text: '', line: parser.line }
    innermost().elements.push(element)
    open.push(element)
  })
  parser.on('closetag', () => open.pop())
  parser.on('text', (part) => {
    innermost().text += part
  })
  parser.on('cdata', (part) => {
    innermost().text += part
  })
  parser.write(text).close()
  return top.elements[0] ?? top
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1)
}

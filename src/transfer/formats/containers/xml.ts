import { SaxesParser } from 'saxes'
import { DocumentError, MAX_DEPTH, TOO_DEEP } from '../../errors.ts'

/** Far more than there is between two tags. What is longer would fill the memory. */
const MAX_TEXT_LENGTH = 1024 * 1024

export interface XmlHandlers {
  /** @param name without its namespace prefix, like that of `close` */
  open?(name: string, attributes: Readonly<Record<string, string>>, line: number): void
  close?(name: string): void
  text?(text: string): void
}

/**
 * Creates a parser of XML that calls the handlers. Nothing is ever fetched, and no entity that a file declares is expanded.
 * @param position whether lines are counted, which takes longer
 * @returns writes a chunk, or ends the XML without one. It throws an error if the XML is damaged, or defines entities
 */
export function xmlParser({ open, close, text }: XmlHandlers, position = false): (chunk?: string) => void {
  const parser = new SaxesParser<{ xmlns: false; position: boolean }>({ xmlns: false, position })
  const localName = localNames()
  /** The length of the chunks since the last element. */
  let length = 0
  parser.on('doctype', (doctype) => {
    // Its definitions would be ignored, and what they define would be missing.
    if (doctype.includes('['))
      throw new Error('must not define entities or elements in its DOCTYPE: remove them')
  })
  parser.on('opentag', ({ name, attributes }) => {
    length = 0
    open?.(localName(name), attributes, parser.line)
  })
  parser.on('closetag', ({ name }) => {
    length = 0
    close?.(localName(name))
  })
  if (text) {
    parser.on('text', text)
    parser.on('cdata', text)
  }
  return (chunk) => {
    if (chunk === undefined) parser.close()
    else {
      length += chunk.length
      parser.write(chunk)
      if (length > MAX_TEXT_LENGTH) throw new Error('must not have a text of more than a million characters')
    }
  }
}

/** Few names occur, and each very often. */
function localNames(): (name: string) => string {
  const known = new Map<string, string>()
  return (name) => {
    const local = known.get(name) ?? withoutPrefix(name)
    if (known.size < 1000) known.set(name, local)
    return local
  }
}

function withoutPrefix(name: string): string {
  return name.slice(name.indexOf(':') + 1)
}

/** Parses XML that is small or whose handlers keep little. */
export async function parseXml(chunks: AsyncIterable<string>, handlers: XmlHandlers): Promise<void> {
  const write = xmlParser(handlers)
  for await (const chunk of chunks) write(chunk)
  write()
}

/** An element of an XML file. Names are without their namespaces. */
export interface XmlElement {
  readonly name: string
  readonly attributes: ReadonlyMap<string, string>
  readonly elements: XmlElement[]
  /** The text directly in it, without that of the elements in it. */
  text: string
  /** The line where it begins, from 1. */
  readonly line: number
}

/**
 * Reads the text of an XML file as a tree.
 * @returns the element at the top
 * @throws {DocumentError} if it is not well-formed, declares entities, or nests too deep
 */
export function readXmlTree(name: string, text: string): XmlElement {
  const top: XmlElement = { name: '', attributes: new Map(), elements: [], text: '', line: 0 }
  const opened = [top]
  const innermost = () => opened.at(-1) ?? top
  const write = xmlParser(
    {
      open(element, fields, line) {
        if (opened.length > MAX_DEPTH) throw new DocumentError(`${name}, line ${line}: ${TOO_DEEP}`)
        const attributes = Object.entries(fields).map(([key, value]) => [withoutPrefix(key), value] as const)
        const child = { name: element, attributes: new Map(attributes), elements: [], text: '', line }
        innermost().elements.push(child)
        opened.push(child)
      },
      close: () => opened.pop(),
      text(part) {
        innermost().text += part
      },
    },
    true,
  )
  try {
    write(text)
    write()
  } catch (error) {
    throw error instanceof DocumentError ? error : new DocumentError(`${name}: ${describe(error)}`)
  }
  return top.elements[0] ?? top
}

/** @param error that of the parser begins with the line and the column */
function describe(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error)
  const [, line, column, problem] = /^(\d+):(\d+): (.*?)\.?$/.exec(message) ?? []
  if (line === undefined) return message
  return `must be well-formed XML, but is not at line ${line}, column ${column}: ${problem}`
}

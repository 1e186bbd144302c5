import { SaxesParser } from 'saxes'
import { requireAtMost } from './limit-error.ts'

/** Far longer than any text between two tags. A longer one could fill the memory. */
const MAX_TEXT_LENGTH = 1024 * 1024

export type Attributes = Readonly<Record<string, string>>

export interface XmlHandlers {
  /** @param name without its namespace prefix, as in `close` */
  open?(name: string, attributes: Attributes): void
  close?(name: string): void
  text?(text: string): void
}

/**
 * Creates a parser of XML that calls the handlers. Nothing is ever fetched, and no entity that a file declares is expanded.
 * @returns a function that parses a chunk or, without one, ends the XML; it throws if the XML is damaged, or has a DOCTYPE
 */
export function xmlParser({ open, close, text }: XmlHandlers): (chunk?: string) => void {
  const parser = new SaxesParser({ xmlns: false, position: false })
  /** The length of the chunks since the last element. */
  let length = 0
  parser.on('doctype', () => {
    // A DOCTYPE may define entities. The parser ignores them, so their content would be missing.
    throw new Error('There is a DOCTYPE.')
  })
  parser.on('opentag', ({ name, attributes }) => {
    length = 0
    open?.(withoutPrefix(name), attributes)
  })
  parser.on('closetag', ({ name }) => {
    length = 0
    close?.(withoutPrefix(name))
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
      requireAtMost(MAX_TEXT_LENGTH, length, 'characters in one text: shorten it')
    }
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

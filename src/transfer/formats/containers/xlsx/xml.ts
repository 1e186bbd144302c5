import { SaxesParser } from 'saxes'

/** Far more than there is between two tags. What is longer would fill the memory. */
const MAX_TEXT_LENGTH = 1024 * 1024

export interface XmlHandlers {
  /** @param name without its namespace prefix, like that of `close` */
  open?(name: string, attributes: Readonly<Record<string, string>>): void
  close?(name: string): void
  text?(text: string): void
}

/**
 * Creates a parser of XML that calls the handlers.
 * @returns writes a chunk, or ends the XML without one. It throws an error if the XML is damaged, or defines entities
 */
export function xmlParser({ open, close, text }: XmlHandlers): (chunk?: string) => void {
  const parser = new SaxesParser<{ xmlns: false; position: false }>({ xmlns: false, position: false })
  const localName = localNames()
  /** The length of the chunks since the last element. */
  let length = 0
  parser.on('doctype', () => {
    throw new Error('A document type is not allowed: it may define entities.')
  })
  parser.on('opentag', ({ name, attributes }) => {
    length = 0
    open?.(localName(name), attributes)
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
      if (length > MAX_TEXT_LENGTH) throw new Error('A text is too long.')
    }
  }
}

/** Parses XML that is small or whose handlers keep little. */
export async function parseXml(chunks: AsyncIterable<string>, handlers: XmlHandlers): Promise<void> {
  const write = xmlParser(handlers)
  for await (const chunk of chunks) write(chunk)
  write()
}

/** Few names occur, and each very often. */
function localNames(): (name: string) => string {
  const known = new Map<string, string>()
  return (name) => {
    const local = known.get(name) ?? name.slice(name.indexOf(':') + 1)
    if (known.size < 1000) known.set(name, local)
    return local
  }
}

import { DocumentError, MAX_DEPTH, TOO_DEEP } from '../../errors.ts'
import type { Reading } from '../mapping/reading.ts'
import { cleanDescription, cleanText } from '../mapping/text.ts'
import { type Graph, type LdNode, textIn } from './graph.ts'
import { partsIn } from './lists.ts'
import { textFor } from './texts.ts'

const CYCLE =
  '[section|sections] or [item is|items are] left out, because [it contains itself|they contain themselves]'
const NOT_IN_FILE = '[section|sections] or [item is|items are] referred to, but not in the file'

/** What is needed to read any part of a document. */
export interface ReadingContext extends Reading {
  readonly graph: Graph
  /** The code of the language of the menu; empty if it is not known. */
  readonly language: string
}

/** A thing, and the way to it. */
export interface NodePosition {
  readonly node: LdNode
  /** Where it is, for errors: `page.html, Dinner > Soups, item 2`. */
  readonly place: string
  /** The things that contain it, from the menu. */
  readonly above: readonly LdNode[]
}

/**
 * The things in a field of a thing. Those that contain themselves are reported, and so are those that the document only
 * mentions.
 * @throws {DocumentError} if they nest too deep, or become too many
 */
export function childrenIn(
  { node, place, above }: NodePosition,
  field: string,
  kind: string,
  { graph, budget, report }: ReadingContext,
): readonly NodePosition[] {
  const path = [...above, node]
  if (path.length > MAX_DEPTH) throw new DocumentError(`${place}: ${TOO_DEEP}`)
  const { nodes, links } = partsIn(node, field, graph, () => budget.spend(place))
  for (const link of links) report.lose(NOT_IN_FILE, link)
  return nodes.flatMap((child, index) => {
    budget.spend(place)
    if (!path.includes(child)) return { node: child, place: `${place}, ${kind} ${index + 1}`, above: path }
    report.lose(CYCLE, textIn(child, 'name') || child.id)
    return []
  })
}

/** The name of a section or an item. If it has none, that is an error. */
export function nameOf({ node, place }: NodePosition, reading: ReadingContext): string {
  const name = cleanName(textFor(node, 'name', reading))
  if (name === '') reading.report.errors.add(place, 'must have a name that is not empty')
  return name
}

/** A name. Many pages write the entities of HTML in JSON, too, and some encode them twice. */
export function cleanName(text: string): string {
  return isEncoded(text) ? (decodedDescription(text) ?? '') : cleanText(text)
}

/** A description, which may be encoded twice. */
export function decodedDescription(text: string): string | null {
  const decoded = cleanDescription(text)
  return decoded !== null && isEncoded(decoded) ? cleanDescription(decoded) : decoded
}

function isEncoded(text: string): boolean {
  return /&(?:#\d+|#x[\da-f]+|\w+);|<\/?[a-z][^<>]*>/i.test(text)
}

/** The source's own id, unless it is one that only holds within the file. */
export function idOf({ id }: Pick<LdNode, 'id'>): string | undefined {
  return id === '' || id.startsWith('_:') ? undefined : id
}

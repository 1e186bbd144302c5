import { cut, DocumentError } from '../../errors.ts'
import { AS_SPREADSHEET } from '../mapping/advice.ts'

/** A thing in JSON-LD. Several objects may describe it: see `Things`. */
export interface LdNode {
  /** Empty if it has none of its own. */
  id: string
  /** Names of types, without `https://schema.org/`. */
  readonly types: Set<string>
  /** The values of each field, whose name is without `https://schema.org/`. */
  readonly fields: Map<string, readonly LdValue[]>
}

/** A text in one of several languages. */
interface LdText {
  readonly text: string
  readonly language: string
}

export type LdValue = LdNode | LdText | string | number | boolean

/** The things of a document, in the order in which they are first described. */
export interface Graph {
  /** The name of the document, for errors. */
  readonly name: string
  /** The code of the language of its texts; empty if it does not say. */
  readonly language: string
  readonly nodes: readonly LdNode[]
  /** The things with an id: several if it does not tell them apart. */
  withId(id: string): readonly LdNode[]
  /** The things that are meant by an object with nothing but an `@id`. */
  readonly mentioned: ReadonlyMap<LdNode, readonly LdNode[]>
}

const SHOWN_NAMES = 5
/** What the things in a field are. */
const KINDS: ReadonlyMap<string, string> = new Map([
  ['hasMenu', 'Menu'],
  ['menu', 'Menu'],
  ['hasMenuSection', 'MenuSection'],
  ['hasMenuItem', 'MenuItem'],
  ['menuAddOn', 'MenuItem'],
  ['offers', 'Offer'],
])

export function isNode(value: LdValue): value is LdNode {
  return typeof value === 'object' && 'fields' in value
}

/** Whether a thing is only mentioned, and nothing is said about it. */
function isOnlyMentioned({ fields, types }: LdNode): boolean {
  return fields.size === 0 && types.size === 0
}

/** The things in a field. A text may be the id of one. */
export function nodesIn(node: LdNode, field: string, graph: Graph): readonly LdNode[] {
  const nodes = (node.fields.get(field) ?? []).flatMap((value) => targetOf(value, field, graph) ?? [])
  return nodes.filter((one) => !isOnlyMentioned(one))
}

/**
 * The thing that a value in a field is, or that it refers to; undefined if it is neither.
 * @throws {DocumentError} if it may be several
 */
export function targetOf(value: LdValue, field: string, graph: Graph): LdNode | undefined {
  if (!isNode(value))
    return typeof value === 'string' ? theOne(value, graph.withId(value), field, graph) : undefined
  return theOne(value.id, graph.mentioned.get(value) ?? [], field, graph) ?? value
}

function theOne(id: string, found: readonly LdNode[], field: string, graph: Graph): LdNode | undefined {
  if (found.length < 2) return found[0]
  const ofKind = found.filter(({ types }) => types.has(KINDS.get(field) ?? ''))
  if (ofKind.length === 1) return ofKind[0]
  const names = found.slice(0, SHOWN_NAMES).map((one) => textIn(one, 'name') || 'one without a name')
  throw new DocumentError(
    `${graph.name}: several things have the @id ${cut(id)} (${names.map(cut).join(', ')}), so that it does not tell which of them is meant: give each an @id of its own, or ${AS_SPREADSHEET}`,
  )
}

/** The values of a field that lead to nothing in the document: texts, and the ids of things that are only mentioned. */
export function linksIn(node: LdNode, field: string, graph: Graph): readonly string[] {
  return (node.fields.get(field) ?? []).flatMap((value) => {
    const target = targetOf(value, field, graph)
    if (target !== undefined) return isOnlyMentioned(target) ? target.id || '{}' : []
    return textOfValue(value)
  })
}

/** The text of a field. Of several, the first one without a language, or else the first one. */
export function textIn(node: LdNode | undefined, field: string): string {
  const values = (node?.fields.get(field) ?? []).filter((value) => !isNode(value))
  const value = values.find((one) => typeof one !== 'object') ?? values[0]
  return value === undefined ? '' : textOfValue(value)
}

/** The text of a value, without its language; empty for a thing. */
export function textOfValue(value: LdValue): string {
  return String(literalOf(value) ?? '')
}

/** The code of the language of a text; empty if it has none. */
export function languageOf(value: LdValue): string {
  return typeof value !== 'object' || isNode(value) ? '' : value.language
}

/** The text, number or boolean that a value is; undefined for a thing. */
export function literalOf(value: LdValue): string | number | boolean | undefined {
  if (typeof value !== 'object') return value
  return isNode(value) ? undefined : value.text
}

/** A thing in JSON-LD. Objects with the same `@id` are one thing. */
export interface LdNode {
  /** Empty if it has none. */
  readonly id: string
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

/** The things of a document, in the order in which they are first mentioned. */
export interface Graph {
  readonly nodes: readonly LdNode[]
  readonly byId: ReadonlyMap<string, LdNode>
}

const SCHEMA_ORG = /^https?:\/\/(?:www\.)?schema\.org\/?$/

/** Reads the blocks of a document. A reference in one may lead to another one. */
export function readGraph(blocks: readonly unknown[]): Graph {
  const nodes: LdNode[] = []
  const byId = new Map<string, LdNode>()
  const prefixes = new Set(['schema'])
  for (const [index, block] of blocks.entries()) valuesOf(block, index)
  return { nodes, byId }

  function valuesOf(value: unknown, block: number): readonly LdValue[] {
    if (Array.isArray(value)) return value.flatMap((one) => valuesOf(one, block))
    if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return [value]
    if (typeof value !== 'object' || value === null) return []
    const object = new Map<string, unknown>(Object.entries(value))
    if (object.has('@value')) return literal(object, block)
    for (const container of ['@list', '@set'])
      if (object.has(container)) return valuesOf(object.get(container), block)
    return [nodeOf(object, block)]
  }

  function literal(object: ReadonlyMap<string, unknown>, block: number): readonly LdValue[] {
    const language = object.get('@language')
    const [value] = valuesOf(object.get('@value'), block)
    return value === undefined
      ? []
      : [typeof language === 'string' && typeof value === 'string' ? { text: value, language } : value]
  }

  function nodeOf(object: ReadonlyMap<string, unknown>, block: number): LdNode {
    addPrefixes(object.get('@context'))
    const node = nodeWithId(object.get('@id'), block)
    for (const type of valuesOf(object.get('@type') ?? object.get('type'), block))
      if (typeof type === 'string') node.types.add(shortName(type, prefixes))
    for (const [key, value] of object) {
      const name = shortName(key, prefixes)
      const values = key === '@graph' || !key.startsWith('@') ? valuesOf(value, block) : []
      // Where a thing is described twice, the first description counts.
      if (!node.fields.has(name) && values.length > 0) node.fields.set(name, values)
    }
    return node
  }

  function nodeWithId(id: unknown, block: number): LdNode {
    const known = typeof id === 'string' ? id : ''
    // Names such as `_:b0` mean something only in their block.
    const key = known.startsWith('_:') ? `${block} ${known}` : known
    const existing = byId.get(key)
    if (existing) return existing
    const node = { id: known, types: new Set<string>(), fields: new Map() }
    nodes.push(node)
    if (key !== '') byId.set(key, node)
    return node
  }

  function addPrefixes(context: unknown): void {
    if (typeof context !== 'object' || context === null) return
    for (const [prefix, meaning] of Object.entries(context)) {
      if (typeof meaning === 'string' && SCHEMA_ORG.test(meaning)) prefixes.add(prefix)
      else if (Array.isArray(context)) addPrefixes(meaning)
    }
  }
}

/** `Menu` from `https://schema.org/Menu` or `schema:Menu`. */
function shortName(name: string, prefixes: ReadonlySet<string>): string {
  const [, prefix = '', rest = ''] = /^([^:/]+):(?!\/\/)(.+)$/.exec(name) ?? []
  if (prefixes.has(prefix)) return rest
  return name.replace(/^https?:\/\/(?:www\.)?schema\.org\//, '')
}

export function isNode(value: LdValue): value is LdNode {
  return typeof value === 'object' && 'fields' in value
}

/** Whether a thing is only mentioned, and nothing is said about it. */
function isOnlyMentioned({ fields, types }: LdNode): boolean {
  return fields.size === 0 && types.size === 0
}

/** The things in a field. A text may be the id of one. */
export function nodesIn(node: LdNode, field: string, { byId }: Graph): readonly LdNode[] {
  const nodes = (node.fields.get(field) ?? []).flatMap((value) =>
    isNode(value) ? value : typeof value === 'string' ? (byId.get(value) ?? []) : [],
  )
  return nodes.filter((one) => !isOnlyMentioned(one))
}

/** The values of a field that lead to nothing in the document: texts, and the ids of things that are only mentioned. */
export function linksIn(node: LdNode, field: string, { byId }: Graph): readonly string[] {
  return (node.fields.get(field) ?? []).flatMap((value) => {
    if (isNode(value)) return isOnlyMentioned(value) ? value.id || '{}' : []
    const text = textOfValue(value)
    const target = byId.get(text)
    return target && !isOnlyMentioned(target) ? [] : text
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

/** The text, number or boolean that a value is; undefined for a thing. */
export function literalOf(value: LdValue): string | number | boolean | undefined {
  if (typeof value !== 'object') return value
  return isNode(value) ? undefined : value.text
}

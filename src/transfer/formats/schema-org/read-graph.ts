import type { Graph, LdNode, LdValue } from './graph.ts'
import { Things } from './things.ts'

const SCHEMA_ORG = /^https?:\/\/(?:www\.)?schema\.org\/?$/

/** The code of a language, but not the name of a field. */
const LANGUAGE = /^(?!id$)[a-z]{2}(?:-[a-z]{2,4})?$/i

/** Reads the blocks of a document. A reference in one may lead to another one. */
export function readGraph(name: string, blocks: readonly unknown[]): Graph {
  const nodes: LdNode[] = []
  const things = new Things()
  /** Objects with nothing but an id, each with its key. */
  const mentions = new Map<LdNode, string>()
  const prefixes = new Set(['schema'])
  let language = ''
  for (const [index, block] of blocks.entries()) valuesOf(block, index)
  const mentioned = new Map([...mentions].map(([node, key]) => [node, things.withId(key)]))
  for (const shared of things.sharedIds()) for (const node of shared) node.id = ''
  const withId = (id: string) => things.withId(id)
  return { name, language, nodes: nodes.filter((node) => !mentioned.get(node)?.length), withId, mentioned }

  function valuesOf(value: unknown, block: number): readonly LdValue[] {
    if (Array.isArray(value)) return value.flatMap((one) => valuesOf(one, block))
    if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return [value]
    if (typeof value !== 'object' || value === null) return []
    const object = new Map<string, unknown>(Object.entries(value))
    if (object.has('@value')) return literal(object, block)
    for (const container of ['@list', '@set'])
      if (object.has(container)) return valuesOf(object.get(container), block)
    return textsByLanguage(value) ?? [nodeOf(object, block)]
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
    const types = valuesOf(object.get('@type') ?? object.get('type'), block).flatMap((type) =>
      typeof type === 'string' ? [shortName(type, prefixes)] : [],
    )
    const fields = fieldsOf(object)
    const node = nodeWithId(object.get('@id'), fields, types, block)
    for (const type of types) node.types.add(type)
    for (const [field, value] of fields) {
      const values = valuesOf(value, block)
      // Where a thing is described twice, the first description counts.
      if (!node.fields.has(field) && values.length > 0) node.fields.set(field, values)
    }
    return node
  }

  function fieldsOf(object: ReadonlyMap<string, unknown>): ReadonlyMap<string, unknown> {
    const own = [...object].filter(([key]) => key === '@graph' || !key.startsWith('@'))
    return new Map(own.map(([key, value]) => [shortName(key, prefixes), value]))
  }

  function nodeWithId(
    id: unknown,
    fields: ReadonlyMap<string, unknown>,
    types: readonly string[],
    block: number,
  ): LdNode {
    const known = typeof id === 'string' ? id : ''
    // Names such as `_:b0` mean something only in their block.
    const key = known.startsWith('_:') ? `${block} ${known}` : known
    const create = () => newNode(known)
    if (key === '') return create()
    if (fields.size > 0) return things.find(key, fields, types, create)
    const mention = create()
    mentions.set(mention, key)
    return mention
  }

  function newNode(id: string): LdNode {
    const node = { id, types: new Set<string>(), fields: new Map() }
    nodes.push(node)
    return node
  }

  function addPrefixes(context: unknown): void {
    if (typeof context !== 'object' || context === null) return
    for (const [prefix, meaning] of Object.entries(context)) {
      if (prefix === '@language' && typeof meaning === 'string') language ||= meaning
      if (typeof meaning === 'string' && SCHEMA_ORG.test(meaning)) prefixes.add(prefix)
      else if (Array.isArray(context)) addPrefixes(meaning)
    }
  }
}

/** Texts such as `{ "de": "Suppe", "en": "Soup" }`; undefined if it is anything else. */
function textsByLanguage(object: object): readonly LdValue[] | undefined {
  const texts = Object.entries(object).flatMap(([language, text]) =>
    LANGUAGE.test(language) && typeof text === 'string' ? { text, language } : [],
  )
  return texts.length > 0 && texts.length === Object.keys(object).length ? texts : undefined
}

/** `Menu` from `https://schema.org/Menu` or `schema:Menu`. */
function shortName(name: string, prefixes: ReadonlySet<string>): string {
  const [, prefix = '', rest = ''] = /^([^:/]+):(?!\/\/)(.+)$/.exec(name) ?? []
  if (prefixes.has(prefix)) return rest
  return name.replace(/^https?:\/\/(?:www\.)?schema\.org\//, '')
}

import { isObject } from '../../../lib/json/json.ts'
import { cleanText } from '../mapping/text.ts'
import type { LdNode } from './graph.ts'

/** A thing, and what is known of it so far. */
interface Thing {
  readonly node: LdNode
  name: string
  kind: string
  contents: string
}

/** Nothing is of several of these kinds. */
const KINDS = ['Menu', 'MenuSection', 'MenuItem', 'Offer']
/** What two things differ in, besides their names. */
const CONTENTS = [
  ...['hasMenuItem', 'hasMenuSection', 'itemListElement', 'offers', 'description', 'nutrition', 'calories'],
  ...['price', 'lowPrice', 'highPrice', 'minPrice', 'maxPrice', 'availability', 'priceSpecification'],
  ...['value', 'unitCode', 'unitText', 'suitableForDiet'],
]
/** How deep contents are compared. To compare all of them at each level would take too long. */
const COMPARED_DEPTH = 4

/**
 * Finds out which objects are one thing. An `@id` does not tell: programs give one to all items of a page. Things with
 * different names, of different kinds, or with different contents are different ones.
 */
export class Things {
  readonly #byId = new Map<string, Thing[]>()
  /** By the id, the kind and the name; and those with contents also by these. */
  readonly #byFacts = new Map<string, Thing>()

  /** All things with an id. */
  withId(id: string): readonly LdNode[] {
    return (this.#byId.get(id) ?? []).map(({ node }) => node)
  }

  /** The ids that several things have. */
  *sharedIds(): Generator<readonly LdNode[]> {
    for (const things of this.#byId.values()) if (things.length > 1) yield things.map(({ node }) => node)
  }

  /**
   * The thing that an object describes.
   * @param id not empty
   * @param fields of the object, by their short names
   */
  find(
    id: string,
    fields: ReadonlyMap<string, unknown>,
    types: readonly string[],
    create: () => LdNode,
  ): LdNode {
    const [first] = this.#byId.get(id) ?? []
    const kind = KINDS.find((one) => types.includes(one)) ?? first?.kind ?? ''
    const isMenu = kind === 'Menu'
    // A menu is described in short where the restaurant is, and in full elsewhere.
    const name = isMenu ? '' : nameIn(fields) || (first?.name ?? '')
    const contents = contentsOf(fields, isMenu)
    const known = first && this.#known(id, { kind, name, contents }, first)
    const thing = known ?? { node: create(), name: '', kind: '', contents: '' }
    Object.assign(thing, { name, kind, contents: thing.contents || contents })
    this.#remember(id, thing, known === undefined)
    return thing.node
  }

  #known(id: string, facts: Omit<Thing, 'node'>, first: Thing): Thing | undefined {
    if (first.contents === '' && first.name === '' && (first.kind === '' || first.kind === facts.kind))
      return first
    const same =
      this.#byFacts.get(keyOf(id, facts, '')) ?? this.#byFacts.get(keyOf(id, { ...facts, kind: '' }, ''))
    if (same && (facts.contents === '' || same.contents === '')) return same
    return this.#byFacts.get(keyOf(id, facts, facts.contents))
  }

  #remember(id: string, thing: Thing, isNew: boolean): void {
    const same = this.#byId.get(id) ?? []
    if (isNew) this.#byId.set(id, same)
    if (isNew) same.push(thing)
    for (const contents of new Set(['', thing.contents])) {
      const key = keyOf(id, thing, contents)
      if (!this.#byFacts.has(key)) this.#byFacts.set(key, thing)
    }
  }
}

function keyOf(id: string, { kind, name }: Omit<Thing, 'node'>, contents: string): string {
  return JSON.stringify([id, kind, name, contents])
}

function nameIn(fields: ReadonlyMap<string, unknown>): string {
  const name = fields.get('name')
  return cleanText(name) || (name === undefined ? '' : JSON.stringify(outline(name, COMPARED_DEPTH)))
}

function contentsOf(fields: ReadonlyMap<string, unknown>, isMenu: boolean): string {
  const found = CONTENTS.flatMap((name) => {
    const value = isMenu && name === 'description' ? undefined : fields.get(name)
    return value === undefined ? [] : [[name, outline(value, COMPARED_DEPTH)]]
  })
  return found.length === 0 ? '' : JSON.stringify(found)
}

/** A value without what is deep in it. */
function outline(value: unknown, depth: number): unknown {
  if (Array.isArray(value)) return value.map((one) => outline(one, depth))
  if (!isObject(value)) return value
  if (depth === 0) return {}
  return Object.entries(value).map(([name, field]) => [name, outline(field, depth - 1)])
}

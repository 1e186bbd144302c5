import { isDeepStrictEqual } from 'node:util'
import type { ImportErrorList } from '../../documents/import-error.ts'
import { isObject, type JsonObject } from '../../lib/json/json.ts'

/** A thing in JSON-LD. Several objects with one `@id` describe one thing. */
export interface Thing {
  /** Empty if it has none. */
  readonly id: string
  /** Without `https://schema.org/`. */
  readonly types: Set<string>
  /** The values of its properties, whose names are without `https://schema.org/`. */
  readonly properties: Map<string, readonly Value[]>
  /** The properties that have different values in two objects with its `@id`. */
  readonly contradictions: Set<string>
}

/** A thing, and where it is, for errors: `page.html: Dinner > Soups, hasMenuItem 2`. */
export interface PlacedThing {
  readonly thing: Thing
  readonly place: string
  readonly errors: ImportErrorList
}

export type Value = Thing | string | number | boolean

export interface Graph {
  /** In the order in which they are first mentioned. */
  readonly things: readonly Thing[]
  /** The thing that a value is, or to whose id it refers; undefined for any other text. */
  thingOf(value: Value): Thing | undefined
}

const WRAPPERS = ['@value', '@list', '@set']
const PREFIX = /^(?:https?:\/\/(?:www\.)?schema\.org\/|schema:)/
/** The prefix of ids that are valid only in their block. */
const LOCAL_ID = '_:'

/** Reads the blocks of a document. References may lead from one block to another. */
export function readGraph(blocks: readonly unknown[]): Graph {
  const things: Thing[] = []
  const byId = new Map<string, Thing>()
  for (const [block, content] of blocks.entries()) read(content, block)
  const thingOf = (value: Value) =>
    isThing(value) ? value : typeof value === 'string' ? byId.get(value) : undefined
  return { things, thingOf }

  function read(value: unknown, block: number): readonly Value[] {
    if (Array.isArray(value)) return value.flatMap((one) => read(one, block))
    if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return [value]
    if (!isObject(value)) return []
    const wrapper = WRAPPERS.find((name) => Object.hasOwn(value, name))
    return wrapper === undefined ? [readThing(value, block)] : read(value[wrapper], block)
  }

  function readThing(object: JsonObject, block: number): Thing {
    const thing = thingWithId(object['@id'], block)
    for (const type of read(object['@type'], block))
      if (typeof type === 'string') thing.types.add(shortName(type))
    read(object['@graph'], block)
    for (const [name, content] of Object.entries(object)) {
      if (name.startsWith('@')) continue
      const values = read(content, block).filter((value) => value !== '')
      if (values.length > 0) addTo(thing, shortName(name), values)
    }
    return thing
  }

  function thingWithId(written: unknown, block: number): Thing {
    const id =
      typeof written !== 'string' ? '' : written.startsWith(LOCAL_ID) ? `${written} ${block}` : written
    const known = byId.get(id)
    if (known !== undefined) return known
    const thing: Thing = { id, types: new Set(), properties: new Map(), contradictions: new Set() }
    things.push(thing)
    if (id !== '') byId.set(id, thing)
    return thing
  }
}

/** `Menu` from `https://schema.org/Menu` or `schema:Menu`. */
export function shortName(name: string): string {
  return name.replace(PREFIX, '')
}

/** Adds a property. If it already has other values, these stay, and the property is a contradiction. */
function addTo({ properties, contradictions }: Thing, name: string, values: readonly Value[]): void {
  const known = properties.get(name)
  if (known === undefined) properties.set(name, values)
  else if (!isDeepStrictEqual(known, values)) contradictions.add(name)
}

export function isThing(value: Value): value is Thing {
  return typeof value === 'object'
}

export function valuesOf(thing: Thing, property: string): readonly Value[] {
  return thing.properties.get(property) ?? []
}

/** The id of a thing that is valid in all documents; undefined if it has none. */
export function lastingId({ id }: Thing): string | undefined {
  return id === '' || id.startsWith(LOCAL_ID) ? undefined : id
}

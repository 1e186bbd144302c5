import { ImportError, showValue } from '../../documents/import-error.ts'
import { shorten } from '../../lib/text/cut-to.ts'
import { MAX_DEPTH, TOO_DEEP } from '../../schemas/depth.ts'
import { cleanDescription } from '../shared/clean-text.ts'
import type { ReadingContext } from '../shared/reading-context.ts'
import { AS_SPREADSHEET } from '../shared/report-texts.ts'
import { type Kind, refuseDoubtfulThing } from './doubtful-things.ts'
import {
  type Graph,
  isThing,
  type PlacedThing,
  shortName,
  type Thing,
  type Value,
  valuesOf,
} from './graph.ts'

/** The context for reading any part of a document. */
export interface SchemaOrgContext extends ReadingContext {
  readonly graph: Graph
  /** The things that were read so far. */
  readonly seen: Set<Thing>
}

/** A thing, and the things that contain it. */
export interface ThingWithAncestors extends PlacedThing {
  /** The menu first. */
  readonly ancestors: readonly Thing[]
}

export interface NamedThing extends ThingWithAncestors {
  readonly name: string
}

/**
 * The things in a property. It is an error if a thing is not in the file, or contains itself.
 * @throws {ImportError} if they nest too deep, or become too many
 */
export function partsIn(
  owner: ThingWithAncestors,
  property: string,
  { graph, seen, budget }: SchemaOrgContext,
): readonly ThingWithAncestors[] {
  const { thing, place, ancestors, errors } = owner
  const path = [...ancestors, thing]
  if (path.length > MAX_DEPTH) throw new ImportError(`${place}: ${TOO_DEEP}`)
  return certainValues(owner, property).flatMap((value, index) => {
    budget.spend(place)
    const part = graph.thingOf(value)
    const at = `${place}, ${property} ${index + 1}`
    const isMissing = part === undefined || (part.properties.size === 0 && part.types.size === 0)
    const shown = showValue(isThing(value) ? value.id || value : value)
    if (isMissing) errors.add(at, `must be an object, or the @id of one in the file, got ${shown}`)
    else if (path.includes(part)) errors.add(at, 'must not contain itself')
    else {
      seen.add(part)
      return { thing: part, place: at, ancestors: path, errors }
    }
    return []
  })
}

/** A part with its name. An uncertain property that matters is an error. @param parent the place of its owner */
export function namedPart(part: ThingWithAncestors, kind: Kind, parent: string): NamedThing {
  const name = textIn(part, 'name')
  if (name === '') part.errors.add(part.place, 'must have a name that is not empty')
  const place = name === '' ? part.place : `${parent} > ${name}`
  const named = { ...part, place, name }
  refuseDoubtfulThing(named, kind)
  return named
}

/** The values of a property. It is an error if several objects with one `@id` have different ones. */
export function certainValues({ thing, place, errors }: PlacedThing, property: string): readonly Value[] {
  if (thing.contradictions.has(property))
    errors.add(
      place,
      `must not have the @id of others, but several objects with the @id ${shorten(thing.id)} differ (${property}): give each an @id of its own, or ${AS_SPREADSHEET}`,
    )
  return valuesOf(thing, property)
}

/** The text of a property without markup; empty if there is none. Several texts are an error. */
export function textIn(owner: PlacedThing, property: string): string {
  const texts = new Set(certainValues(owner, property).map(decode))
  const [first] = texts
  if (texts.size > 1 || texts.has(undefined))
    owner.errors.add(owner.place, `must have one text as its ${property}, in one language`)
  return first ?? ''
}

/** Many pages write the entities of HTML in JSON, and some encode them twice. */
function decode(value: Value): string | undefined {
  return isThing(value) ? undefined : (cleanDescription(cleanDescription(String(value))) ?? '')
}

/** The terms in a property, such as `VeganDiet`: texts, or the last parts of addresses. */
export function termsIn(owner: PlacedThing, property: string): readonly string[] {
  return certainValues(owner, property).map((value) => {
    const text = isThing(value) ? value.id : String(value).trim()
    if (text === '')
      owner.errors.add(owner.place, `must have texts or addresses in ${property}, got an object`)
    return /^https?:\/\/\S+$/.test(text) ? text.replace(/\/$/, '').replace(/^.*[/#]/, '') : shortName(text)
  })
}

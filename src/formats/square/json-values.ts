import { isObject, type JsonObject } from '../../lib/json/json.ts'
import { asList } from '../shared/clean-text.ts'

/** A text, or undefined if the value is anything else, or empty. */
export function nonEmptyText(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}

/** The texts of a list. Other values are skipped. */
export function textsOf(value: unknown): string[] {
  return asList(value).flatMap((one) => nonEmptyText(one) ?? [])
}

/** The objects of a list. Other values are skipped. */
export function objectsOf(value: unknown): JsonObject[] {
  return asList(value).filter(isObject)
}

/** Sorts by ordinal. Members without one come last, in their order. */
export function byOrdinal<Thing>(things: readonly Thing[], ordinalOf: (thing: Thing) => unknown): Thing[] {
  const orderOf = (thing: Thing) => {
    const ordinal = Number(ordinalOf(thing) ?? Number.NaN)
    return Number.isFinite(ordinal) ? ordinal : Number.MAX_VALUE
  }
  return [...things].sort((one, other) => orderOf(one) - orderOf(other))
}

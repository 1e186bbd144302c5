import { storedNames } from '../../../lib/fields.ts'
import { ITEM_FIELDS } from '../../../menu/schema.ts'
import type { Heading } from './columns.ts'

/** The fields of items that tables read and write each in its own way. */
const OTHERS = ['name', 'price', 'calories', 'tags', 'inStock'] as const
type TextField = Exclude<keyof typeof ITEM_FIELDS, (typeof OTHERS)[number]>

/** All other fields of items: texts, each in the column of its name. */
export const TEXTS = storedNames(ITEM_FIELDS).filter(
  (name): name is TextField => !OTHERS.some((other) => other === name),
) satisfies readonly Heading[]

/** An object with a value for each of these fields. */
export function eachText<Value>(textOf: (name: TextField) => Value) {
  return Object.fromEntries(TEXTS.map((name) => [name, textOf(name)])) as Record<TextField, Value>
}

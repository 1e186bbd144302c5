import { type TSchema, Type } from '@sinclair/typebox'
import { Nullable } from './schema-parts.ts'
import {
  MAX_DESCRIPTION_LENGTH,
  MAX_INDEXED_BYTES,
  MAX_NAME_LENGTH,
  MAX_TAG_LENGTH,
  MAX_TAGS,
} from './text-limits.ts'

/* The schemas of values that import files and requests store. */

export function withDescription<Schema extends TSchema>(schema: Schema, description: string): Schema {
  return { ...schema, description }
}

const text = { normalText: true, format: 'text', mustBe: 'text without NUL and lone surrogates' }
export const Id = Type.String({
  format: 'id',
  mustBe: 'text that is not empty, without NUL and lone surrogates',
  maxBytes: MAX_INDEXED_BYTES,
})
export const Name = Type.String({ ...text, maxLength: MAX_NAME_LENGTH })
export const IndexedName = Type.String({ ...text, maxBytes: MAX_INDEXED_BYTES })
/**
 * A name that must not be blank: of a menu or a site, of an item in a PATCH, and of a new key. Names of groups and items in import
 * files may be empty, because old exports have empty ones.
 */
export const FilledName = Type.String({
  ...text,
  maxLength: MAX_NAME_LENGTH,
  pattern: '\\S',
  mustBe: 'text that is not blank, without NUL and lone surrogates',
})
export const Description = Nullable(Type.String({ ...text, maxLength: MAX_DESCRIPTION_LENGTH }))
export const Tags = Type.Array(Type.String({ ...text, maxLength: MAX_TAG_LENGTH }), { maxItems: MAX_TAGS })
export const TimeZone = Type.String({ format: 'time-zone', mustBe: 'an IANA time zone such as Europe/Paris' })
export const Timestamp = Type.String({
  format: 'timestamp',
  mustBe: 'an ISO 8601 timestamp with an offset, or a negative duration such as -PT2M',
})

import { type TSchema, Type } from '@sinclair/typebox'
import {
  MAX_DESCRIPTION_LENGTH,
  MAX_INDEXED_BYTES,
  MAX_NAME_LENGTH,
  MAX_TAG_LENGTH,
  MAX_TAGS,
} from '../lib/text/text-limits.ts'
import { Nullable } from './nullable.ts'

/* What is written in import files and in requests. */

/** The same schema with a description. */
export function withDescription<Schema extends TSchema>(schema: Schema, description: string): Schema {
  return { ...schema, description }
}

const text = { format: 'text', mustBe: 'text without NUL and lone surrogates' }
const filled = { format: 'id', mustBe: 'text that is not empty, without NUL and lone surrogates' }
export const Id = Type.String({ ...filled, maxBytes: MAX_INDEXED_BYTES })
export const Name = Type.String({ ...text, maxLength: MAX_NAME_LENGTH })
export const IndexedName = Type.String({ ...text, maxBytes: MAX_INDEXED_BYTES })
/** Of menus and sites. Other names may be empty, since exports have always had such. */
export const FilledName = Type.String({ ...filled, maxLength: MAX_NAME_LENGTH })
export const Description = Nullable(Type.String({ ...text, maxLength: MAX_DESCRIPTION_LENGTH }))
export const Tags = Type.Array(Type.String({ ...text, maxLength: MAX_TAG_LENGTH }), { maxItems: MAX_TAGS })
export const TimeZone = Type.String({ format: 'time-zone', mustBe: 'an IANA time zone such as Europe/Paris' })
export const Timestamp = Type.String({
  format: 'timestamp',
  mustBe: 'an ISO 8601 timestamp with an offset, or a negative duration such as -PT2M',
})

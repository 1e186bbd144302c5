import pg from 'pg'
import type { Value } from '../database.ts'

const { builtins } = pg.types

/** How column types are parsed: booleans and numbers as SQLite returns them, all others as text. */
const parsers = new Map<number, (text: string) => Value>([
  [builtins.BOOL, (text) => (text === 't' ? 1 : 0)],
  [builtins.INT2, Number],
  [builtins.INT4, Number],
  [builtins.INT8, Number],
  [builtins.FLOAT8, Number],
])
const asText = (text: string): Value => text

/** The `types` option of the driver. */
export const types = {
  getTypeParser: (type: number) => parsers.get(type) ?? asText,
}

import type { Format } from './format.ts'
import { groups } from './groups.ts'
import { squareItems } from './square-items.ts'
import { table } from './table.ts'

/** The formats that are converted to an import file. */
export const formats: readonly Format[] = [groups, squareItems, table]

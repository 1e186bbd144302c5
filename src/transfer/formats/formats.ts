import type { ConvertedFormat, MenuFormat } from './format.ts'
import { groups } from './groups.ts'
import { openmenu } from './openmenu.ts'
import { schemaOrg } from './schema-org.ts'
import { square } from './square.ts'
import { squareItems } from './square-items.ts'
import { table } from './table.ts'
import { toast } from './toast.ts'

export const formats: Readonly<Record<ConvertedFormat, MenuFormat>> = {
  groups,
  square,
  'square-items': squareItems,
  toast,
  'schema-org': schemaOrg,
  openmenu,
  table,
}

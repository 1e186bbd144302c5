import type { MenuFormat } from './format.ts'
import type { MenuFormatName } from './format-options.ts'
import { schemaOrg } from './schema-org.ts'
import { square } from './square.ts'
import { squareItems } from './square-items.ts'
import { table } from './table.ts'
import { toast } from './toast.ts'

export const formats: Readonly<Record<MenuFormatName, MenuFormat>> = {
  square,
  'square-items': squareItems,
  toast,
  'schema-org': schemaOrg,
  table,
}

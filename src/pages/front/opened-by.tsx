import type { Menu } from '#dist/menu/schema.js'
import { counted } from '../../browser/format-values.ts'
import { describeFailure, useMenuList } from '../parts/use-response.ts'

/** The menus that the key of this tab may read. */
export function OpenedBy() {
  const { menus, failure } = useMenuList()
  return (
    <p class="panel" role="status">
      {describeFailure(failure) || describe(menus)}
    </p>
  )
}

/** @param menus undefined while they are not known */
function describe(menus: readonly Menu[] | undefined): string {
  if (menus?.length === 0) return 'The key of this tab opens no menu yet. Import one, or create a key for it.'
  const [first, ...others] = menus ?? []
  const opened = `${first?.name ?? '…'}${others.length > 0 ? ` and ${counted(others.length, 'other menu')}` : ''}`
  return `The key of this tab opens ${opened}, and every page below with what it may see.`
}

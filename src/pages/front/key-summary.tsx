import { render } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import type { Menu } from '#dist/menu/schema.js'
import { fragmentWith } from '../../browser/address.ts'
import { byId } from '../../browser/elements.ts'
import { localCount } from '../../browser/format-values.ts'
import { ROOT } from '../../browser/root.ts'
import { useAccess } from '../parts/key-gate.tsx'
import { describeFailure, useMenuList } from '../parts/use-response.ts'

/** The menus that the key of this tab may read. The board of the first menu covers the picture of a board. */
export function KeySummary() {
  const { apiKey } = useAccess()
  const { menus, failure } = useMenuList()
  const [first] = menus ?? []
  useEffect(() => {
    const place = byId('live', HTMLElement)
    render(first && <LiveBoard apiKey={apiKey} menu={first} />, place)
    return () => render(null, place)
  }, [first])
  return (
    <p class="panel" role="status">
      {describeFailure(failure) || menusInWords(menus)}
    </p>
  )
}

/** @param menus undefined while they are not known */
function menusInWords(menus: readonly Menu[] | undefined): string {
  if (menus?.length === 0) return 'The key of this tab opens no menu yet. Import one, or create a key for it.'
  const [first, ...others] = menus ?? []
  const opened = `${first?.name ?? '…'}${others.length > 0 ? ` and ${localCount(others.length, 'other menu')}` : ''}`
  return `The key of this tab opens ${opened}. Each page shows what the key may see.`
}

/** The board of a menu. Until it is loaded, the picture below it is visible. */
function LiveBoard({ apiKey, menu }: { readonly apiKey: string; readonly menu: Menu }) {
  const [isShown, setShown] = useState(false)
  const query = new URLSearchParams({ menus: menu.id, title: menu.name })
  return (
    <iframe
      class={isShown ? 'is-shown' : ''}
      title={`Board of ${menu.name}`}
      src={`${ROOT}/app/board?${query}${fragmentWith(apiKey)}`}
      tabindex={-1}
      // If the service does not allow the frame, the browser shows a page of its own in it, which scripts cannot read.
      onLoad={({ currentTarget }) => setShown(currentTarget.contentDocument !== null)}
    />
  )
}

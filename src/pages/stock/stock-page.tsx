import { useState } from 'preact/hooks'
import type { Menu } from '#dist/menu/schema.js'
import { formatPlace } from '../../browser/format-values.ts'
import { FirstMenu } from '../parts/first-menu.tsx'
import { Notice } from '../parts/notice.tsx'
import { describeFailure, useMenuList } from '../parts/use-response.ts'
import { MenuStock } from './menu-stock.tsx'
import { PhoneDialog } from './phone-dialog.tsx'

/** The items of the menu in the address of the page, or of the only menu of a key. */
export function StockPage() {
  const { menus, failure } = useMenuList()
  const wanted = new URLSearchParams(location.search).get('menus')
  const menu = menus?.find(({ id }) => id === wanted) ?? (menus?.length === 1 ? menus[0] : undefined)
  if (menus?.length === 0) return <FirstMenu />
  if (menu) return <StockOfMenu key={menu.id} menu={menu} hasOthers={menus?.length !== 1} />
  if (menus) return <MenuChoice menus={menus} />
  return <Notice text={describeFailure(failure)} />
}

function MenuChoice({ menus }: { readonly menus: readonly Menu[] }) {
  return (
    <section id="choose">
      <h2>Which menu?</h2>
      {menus.map(({ id, name, locations }) => (
        <a key={id} class="menu-link" href={`?${new URLSearchParams({ menus: id })}`}>
          <span class="name">{name}</span>
          <span class="soft small">{formatPlace(locations)}</span>
        </a>
      ))}
    </section>
  )
}

function StockOfMenu({ menu, hasOthers }: { readonly menu: Menu; readonly hasOthers: boolean }) {
  const [isPhoneShown, setPhoneShown] = useState(false)
  return (
    <>
      <div class="menu-line">
        <p class="menu-title">
          <strong id="menu-name">{menu.name}</strong>{' '}
          <span class="soft small">{formatPlace(menu.locations)}</span>
        </p>
        {hasOthers && <a href={location.pathname}>Other menu</a>}
        <button id="phone" type="button" onClick={() => setPhoneShown(true)}>
          Use on a phone
        </button>
      </div>
      <MenuStock menuId={menu.id} />
      {isPhoneShown && <PhoneDialog menuId={menu.id} onClose={() => setPhoneShown(false)} />}
    </>
  )
}

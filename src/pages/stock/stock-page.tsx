import { useEffect, useState } from 'preact/hooks'
import type { Menu } from '#dist/menu/schema.js'
import { replaceQuery } from '../../browser/address.ts'
import { formatPlace } from '../../browser/format-values.ts'
import { FirstMenu } from '../parts/first-menu.tsx'
import { useMenuList } from '../parts/use-menu-list.ts'
import { MenuChoice } from './menu-choice.tsx'
import { MenuStock } from './menu-stock.tsx'
import { type Message, MessageBar } from './message-bar.tsx'
import { PhoneDialog } from './phone-dialog.tsx'
import { NO_CONNECTION } from './use-menu-stock.ts'

/** How long to wait before menus that could not be loaded are requested again. */
const RETRY_MS = 5000

/** The items of one of the menus of a key. */
export function StockPage() {
  const { menus, isFailing } = useMenuList(RETRY_MS)
  if (menus?.length === 0) return <FirstMenu />
  if (menus) return <Menus menus={menus} />
  return (
    <p class="notice" id="notice" role="alert">
      {isFailing && NO_CONNECTION}
    </p>
  )
}

function Menus({ menus }: { readonly menus: readonly Menu[] }) {
  const [menu, setMenu] = useState(() => wantedMenu(menus))
  const [wasLeft, setLeft] = useState(false)
  const [isPhoneShown, setPhoneShown] = useState(false)
  const [message, setMessage] = useState<Message>()

  // The menu is in the address for reloads, and for the QR code for phones.
  useEffect(() => {
    if (menu) replaceQuery(new URLSearchParams({ menus: menu.id }).toString())
  }, [menu])

  function leave(): void {
    setMessage(undefined)
    setMenu(undefined)
    setLeft(true)
  }

  return (
    <>
      {menu ? (
        <>
          <div class="menu-line">
            <p class="menu-title">
              <strong id="menu-name">{menu.name}</strong>{' '}
              <span class="soft small">{formatPlace(menu.locations)}</span>
            </p>
            {menus.length > 1 && (
              <button id="other-menu" type="button" onClick={leave}>
                Other menu
              </button>
            )}
            <button id="phone" type="button" onClick={() => setPhoneShown(true)}>
              Use on a phone
            </button>
          </div>
          <MenuStock key={menu.id} menuId={menu.id} message={message} onMessage={setMessage} />
        </>
      ) : (
        <MenuChoice menus={menus} hasFocus={wasLeft} onChoose={setMenu} />
      )}
      <MessageBar message={message} onEnd={() => setMessage(undefined)} />
      {isPhoneShown && <PhoneDialog onClose={() => setPhoneShown(false)} />}
    </>
  )
}

/** The menu in the address of the page, or the only one. */
function wantedMenu(menus: readonly Menu[]): Menu | undefined {
  const wanted = new URLSearchParams(location.search).get('menus')
  return menus.find(({ id }) => id === wanted) ?? (menus.length === 1 ? menus[0] : undefined)
}

import { fragmentWith } from '../../browser/address.ts'
import { Dialog } from '../parts/dialog.tsx'
import { useAccess } from '../parts/key-gate.tsx'
import { QrCode } from '../parts/qr-code.tsx'

const WARNING =
  'Whoever scans this code can change the menus of this key. Show it only to people who may do that, and close it afterwards.'

/** Shows the address of this page as a QR code, so that nobody has to type a key into a phone. */
export function PhoneDialog({ menuId, onClose }: { readonly menuId: string; readonly onClose: () => void }) {
  const { apiKey } = useAccess()
  const { origin, pathname } = location
  const query = new URLSearchParams({ menus: menuId })
  return (
    <Dialog id="phone-dialog" labelledBy="phone-title" onClose={onClose}>
      <h2 id="phone-title">Use on a phone</h2>
      <p>Scan this code with the camera of the phone.</p>
      <QrCode text={`${origin}${pathname}?${query}${fragmentWith(apiKey)}`} />
      <p class="warning">{WARNING}</p>
      <div class="actions">
        <button class="main" type="button" onClick={onClose}>
          Close
        </button>
      </div>
    </Dialog>
  )
}

import { fragmentWith } from '../shared/address.ts'
import { byId, setText } from '../shared/elements.ts'

/** Names of the machine itself. A phone would look for the service on the phone. */
const THIS_MACHINE = /^(localhost|127\.|\[::1\]$)/

const WARNING =
  'Whoever scans this code can change the menus of this key. Show it only to people who may do that, and close it afterwards.'
const ONLY_HERE =
  'This address works on this machine only. Open this page by the name of the machine in your network, and show the code again.'

/**
 * Shows the address of this page as a QR code, so that nobody has to type a key into a phone.
 * @param currentKey returns the key that is in use
 */
export function attachPhoneDialog(currentKey: () => string): void {
  const dialog = byId('phone-dialog', HTMLDialogElement)
  byId('phone', HTMLButtonElement).addEventListener('click', () => void open())
  byId('phone-close', HTMLButtonElement).addEventListener('click', () => dialog.close())
  dialog.addEventListener('close', () => draw(''))

  async function open(): Promise<void> {
    const isOnlyHere = THIS_MACHINE.test(location.hostname)
    setText(byId('phone-warning', HTMLElement), WARNING)
    setText(byId('phone-notice', HTMLElement), isOnlyHere ? ONLY_HERE : '')
    const { origin, pathname, search } = location
    await draw(origin + pathname + search + fragmentWith(currentKey()))
    dialog.showModal()
  }
}

/** @param text drawn as a code; nothing if it is empty, so that no key stays in a page that is left open */
async function draw(text: string): Promise<void> {
  const canvas = byId('code', HTMLCanvasElement)
  canvas.width = 0
  if (text === '') return
  // Loaded on demand: phones, which scan codes, need not load it.
  const { correction, generate } = await import('lean-qr/nano')
  generate(text, { minCorrectionLevel: correction.M }).toCanvas(canvas, { off: [255, 255, 255] })
}

import { correction, generate } from 'lean-qr/nano'
import { useEffect, useRef, useState } from 'preact/hooks'

/** Names of the machine itself. A phone would look for the service on the phone. */
const THIS_MACHINE = /^(localhost|127\.|\[::1\]$)/
const ONLY_HERE =
  'This address works on this machine only. Open this page by the name of the machine in your network, and show the code again.'
const TOO_LONG = 'This address is too long for a QR code. Copy the link instead.'

/** An address of this service as a QR code, so that nobody has to type a key. */
export function QrCode({ text }: { readonly text: string }) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const [isTooLong, setTooLong] = useState(false)
  useEffect(() => {
    if (canvas.current === null) return
    try {
      generate(text, { minCorrectionLevel: correction.M }).toCanvas(canvas.current, { off: [255, 255, 255] })
      setTooLong(false)
    } catch {
      setTooLong(true)
    }
  }, [text])
  return (
    <>
      <canvas
        class="qr-code"
        ref={canvas}
        role="img"
        aria-label="QR code of the address"
        hidden={isTooLong}
      />
      {isTooLong && <p class="soft small">{TOO_LONG}</p>}
      {THIS_MACHINE.test(location.hostname) && <p class="soft small">{ONLY_HERE}</p>}
    </>
  )
}

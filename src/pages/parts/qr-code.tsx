import { useEffect, useRef, useState } from 'preact/hooks'

/** Names of the machine itself. A phone would look for the service on the phone. */
const THIS_MACHINE = /^(localhost|127\.|\[::1\]$)/
const ONLY_HERE =
  'This address works on this machine only. Open this page by the name of the machine in your network.'
const NO_CODE =
  'There is no QR code: the address is too long for one, or the service does not answer. Copy the link instead.'

/** An address of this service as a QR code, so that nobody has to type a key. */
export function QrCode({ text }: { readonly text: string }) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const [isDrawn, setDrawn] = useState(true)
  useEffect(() => {
    if (canvas.current) void draw(text, canvas.current).then(setDrawn)
  }, [text])
  return (
    <>
      <canvas class="qr-code" ref={canvas} role="img" aria-label="QR code of the address" hidden={!isDrawn} />
      {!isDrawn && <p class="soft small">{NO_CODE}</p>}
      {THIS_MACHINE.test(location.hostname) && <p class="soft small">{ONLY_HERE}</p>}
    </>
  )
}

/** Draws a code. Its script is loaded with the first code, because most visitors of a page need none. */
async function draw(text: string, canvas: HTMLCanvasElement): Promise<boolean> {
  try {
    const { correction, generate } = await import('lean-qr/nano')
    generate(text, { minCorrectionLevel: correction.M }).toCanvas(canvas, { off: [255, 255, 255] })
    return true
  } catch {
    return false
  }
}

/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
import type { Page } from 'playwright-core'

/** A text on a page, its contrast to what is painted behind it, and its place in the markup. */
export interface PaintedText {
  readonly text: string
  readonly where: string
  readonly contrast: number
}

/** Hides all texts, so that a picture of the page shows what is behind them. */
const HIDDEN_TEXT =
  '* { -webkit-text-fill-color: transparent !important; text-decoration: none !important; animation: none !important }'

/**
 * Measures the contrast of each text on the screen against the pixels behind it, whatever paints them: backgrounds,
 * gradients or pictures.
 */
export async function measureContrast(page: Page): Promise<PaintedText[]> {
  const rule = await page.evaluate(
    (text) => document.styleSheets[0]?.insertRule(text, document.styleSheets[0].cssRules.length) ?? -1,
    HIDDEN_TEXT,
  )
  const picture = (await page.screenshot({ animations: 'disabled' })).toString('base64')
  await page.evaluate((index) => document.styleSheets[0]?.deleteRule(index), rule)
  return page.evaluate(contrastOnPicture, `data:image/png;base64,${picture}`)
}

/** Runs in the page, so it contains all that it needs. */
async function contrastOnPicture(source: string): Promise<PaintedText[]> {
  const picture = new Image()
  picture.src = source
  await picture.decode()
  const canvas = new OffscreenCanvas(picture.width, picture.height)
  const context = canvas.getContext('2d', { willReadFrequently: true })
  if (context === null) throw new Error('No canvas')
  context.drawImage(picture, 0, 0)

  const luminance = (red: number, green: number, blue: number): number => {
    const [r = 0, g = 0, b = 0] = [red, green, blue].map((part) =>
      part <= 10.31475 ? part / 3294.6 : ((part / 255 + 0.055) / 1.055) ** 2.4,
    )
    return 0.2126 * r + 0.7152 * g + 0.0722 * b
  }
  /** Leaves out the edges, where there may be a line. */
  const pixelsBehind = ({ x, y, width, height }: DOMRect): number[] => {
    const area = [x + width * 0.1, y + height * 0.3, width * 0.8, height * 0.4].map(Math.round)
    const [left = 0, top = 0, across = 1, down = 1] = area
    const { data } = context.getImageData(left, top, Math.max(1, across), Math.max(1, down))
    const pixels: number[] = []
    for (let at = 0; at < data.length; at += 4)
      pixels.push(luminance(data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0))
    return pixels
  }
  const isOnScreen = ({ left, top, right, bottom, width, height }: DOMRect): boolean =>
    width > 2 && height > 2 && left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight

  /** Leaves out what is cut off, and would be behind another text. */
  const clipped = (rect: DOMRect, parent: Element): DOMRect => {
    const clip = clipOf(parent).getBoundingClientRect()
    const [left, right] = [Math.max(rect.left, clip.left), Math.min(rect.right, clip.right)]
    const [top, bottom] = [Math.max(rect.top, clip.top), Math.min(rect.bottom, clip.bottom)]
    return new DOMRect(left, top, Math.max(0, right - left), Math.max(0, bottom - top))
  }
  const clipOf = (element: Element): Element =>
    element.parentElement === null || getComputedStyle(element).overflow !== 'visible'
      ? element
      : clipOf(element.parentElement)

  const placeOf = (parent: Element): string => {
    if (parent.closest('.option .name')) return 'option'
    const place = parent.closest('.price, .sold-out, .calories, .name, .title, .description') ?? parent
    return place.className || place.id || place.tagName
  }

  const found: PaintedText[] = []
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const parent = node.parentElement
    const text = node.textContent?.trim()
    if (!parent || !text || parent.closest('.unseen')) continue
    const { color, visibility } = getComputedStyle(parent)
    if (visibility !== 'visible') continue
    const range = document.createRange()
    range.selectNodeContents(node)
    const [red = 0, green = 0, blue = 0] = Array.from(color.matchAll(/[\d.]+/g), Number)
    const own = luminance(red, green, blue)
    const behind = [...range.getClientRects()]
      .map((rect) => clipped(rect, parent))
      .filter(isOnScreen)
      .flatMap(pixelsBehind)
    const contrasts = behind.map((one) => (Math.max(own, one) + 0.05) / (Math.min(own, one) + 0.05))
    if (contrasts.length === 0) continue
    found.push({ text, where: placeOf(parent), contrast: Math.min(...contrasts) })
  }
  return found
}

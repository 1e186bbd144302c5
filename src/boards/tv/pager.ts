import { byId, setText } from '../../browser/elements.ts'
import { pageMs } from '../shared/timing.ts'
import { type FittableMenu, fitMenu } from './fit.ts'

export interface Pager {
  readonly show: (menu: FittableMenu) => void
  readonly clear: () => void
}

export function createPager(locale: string): Pager {
  const frame = byId('menu', HTMLElement)
  const position = byId('page', HTMLElement)
  const numbers = new Intl.NumberFormat(locale)
  let shown: FittableMenu | undefined
  let pages = 0
  let current = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  addEventListener('resize', draw)

  return {
    show: (menu) => {
      shown = menu
      draw()
    },
    clear: () => {
      shown = undefined
      clearTimeout(timer)
      frame.textContent = ''
      setText(position, '')
    },
  }

  function draw(): void {
    if (!shown) return
    pages = fitMenu(frame, shown)
    turnTo(Math.min(current, pages - 1))
  }

  /** The pages are beside each other: the frame shows one of them. */
  function turnTo(index: number): void {
    current = index
    const all = frame.firstElementChild as HTMLElement
    const width = frame.clientWidth + Number.parseFloat(getComputedStyle(all).columnGap)
    const isRightToLeft = document.documentElement.dir === 'rtl'
    all.style.transform = `translateX(${(isRightToLeft ? index : -index) * width}px)`
    setText(position, pages > 1 ? `${numbers.format(index + 1)} / ${numbers.format(pages)}` : '')
    clearTimeout(timer)
    timer = setTimeout(() => turnTo((index + 1) % pages), pageMs(itemsInFrame()))
  }

  function itemsInFrame(): number {
    const { left, right } = frame.getBoundingClientRect()
    const items = Array.from(frame.getElementsByClassName('item'), (item) => item.getBoundingClientRect())
    return items.filter((item) => item.left < right && item.right > left).length
  }
}

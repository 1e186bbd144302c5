import { createCard, fillCard } from './card.ts'
import { indexAfter } from './card-keys.ts'
import type { KnownDevice } from './known-device.ts'
import { cardsBetween, heightOf, type Layout, layOut, placeOf } from './layout.ts'

/** How far beyond the edges of the window there are cards, in window heights. */
const BEYOND = 0.5

/** Shows devices as cards. Only those in or near the window exist: ten thousand cost as little as fifty. */
export interface CardWall {
  readonly show: (devices: readonly KnownDevice[]) => void
}

export function createCardWall(wall: HTMLElement): CardWall {
  const cards = new Map<KnownDevice, HTMLElement>()
  let devices: readonly KnownDevice[] = []
  let layout = measure(wall)
  /** The device whose card has the keyboard focus, or will get it. */
  let current: KnownDevice | undefined
  let isFrameAwaited = false

  addEventListener('scroll', drawSoon, { passive: true })
  new ResizeObserver(layOutAnew).observe(wall)
  wall.addEventListener('keydown', move)
  wall.addEventListener('focusin', ({ target }) => {
    current = [...cards].find(([, card]) => card === target)?.[0]
  })
  return { show }

  function show(chosen: readonly KnownDevice[]): void {
    devices = chosen
    // The role `feed` requires articles.
    wall.role = chosen.length > 0 ? 'feed' : 'group'
    draw(true)
  }

  function layOutAnew(): void {
    const before = JSON.stringify(layout)
    layout = measure(wall)
    if (JSON.stringify(layout) !== before) draw(true)
  }

  function drawSoon(): void {
    if (isFrameAwaited) return
    isFrameAwaited = true
    requestAnimationFrame(() => {
      isFrameAwaited = false
      draw(false)
    })
  }

  function draw(hasNews: boolean): void {
    if (hasNews) setSize(wall, heightOf(devices.length, layout), layout)
    const indexes = indexesNear(wall, layout, devices.length, current ? devices.indexOf(current) : -1)
    const wanted = indexes.flatMap((index) => devices[index] ?? [])
    const spare = releaseOthers(new Set(wanted))
    const stop = current !== undefined && wanted.includes(current) ? current : wanted[0]
    const drawn = wanted.map((device, at) => {
      const card = cardOf(device, indexes[at] ?? 0, spare, hasNews)
      card.tabIndex = device === stop ? 0 : -1
      return card
    })
    for (const card of spare) card.remove()
    putInOrder(wall, drawn)
  }

  /** Releases the cards that are not needed. Reusing them is cheaper than creating new ones. */
  function releaseOthers(wanted: ReadonlySet<KnownDevice>): HTMLElement[] {
    const others = [...cards].filter(([device]) => !wanted.has(device))
    for (const [device] of others) cards.delete(device)
    return others.map(([, card]) => card).reverse()
  }

  function cardOf(device: KnownDevice, index: number, spare: HTMLElement[], hasNews: boolean): HTMLElement {
    const before = cards.get(device)
    if (before !== undefined && !hasNews) return before
    const card = before ?? spare.pop() ?? createCard()
    cards.set(device, card)
    fillCard(card, device, Date.now())
    place(card, index, layout, devices.length)
    return card
  }

  function move(event: KeyboardEvent): void {
    if (current === undefined || event.ctrlKey || event.altKey || event.metaKey) return
    const next =
      devices[indexAfter(event.key, devices.indexOf(current), layout.columns, devices.length) ?? -1]
    if (next === undefined) return
    event.preventDefault()
    current = next
    draw(false)
    cards.get(next)?.focus()
  }
}

function measure(wall: HTMLElement): Layout {
  return layOut(wall.clientWidth, Number.parseFloat(getComputedStyle(document.documentElement).fontSize))
}

function setSize(wall: HTMLElement, height: number, { cardWidth, cardHeight }: Layout): void {
  wall.style.height = `${height}px`
  wall.style.setProperty('--card-width', `${cardWidth}px`)
  wall.style.setProperty('--card-height', `${cardHeight}px`)
}

/** Returns the indexes of the cards in and near the window, in order, and that of the focused card. */
function indexesNear(wall: HTMLElement, layout: Layout, count: number, pinned: number): number[] {
  const top = -wall.getBoundingClientRect().top
  const beyond = BEYOND * innerHeight
  const { first, last } = cardsBetween(top - beyond, top + innerHeight + beyond, layout)
  const end = Math.min(last, count)
  const near = Array.from({ length: Math.max(0, end - first) }, (_, at) => first + at)
  if (pinned < 0 || (pinned >= first && pinned < end)) return near
  return pinned < first ? [pinned, ...near] : [...near, pinned]
}

function place(card: HTMLElement, index: number, layout: Layout, count: number): void {
  const { left, top } = placeOf(index, layout)
  card.style.transform = `translate(${left}px, ${top}px)`
  card.ariaPosInSet = String(index + 1)
  card.ariaSetSize = String(count)
}

/** Puts cards in reading order. The focused card keeps the focus even if it is moved. */
function putInOrder(wall: HTMLElement, cards: readonly HTMLElement[]): void {
  const focused = document.activeElement
  let next = wall.firstElementChild
  for (const card of cards) {
    if (card === next) next = card.nextElementSibling
    else wall.insertBefore(card, next)
  }
  if (focused instanceof HTMLElement && cards.includes(focused)) focused.focus({ preventScroll: true })
}

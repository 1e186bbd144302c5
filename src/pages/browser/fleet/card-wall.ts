import type { FleetDevice } from '#dist/monitoring/fleet/schema.js'
import { createCard, fillCard } from './card.ts'
import { indexAfter } from './card-keys.ts'
import { type CardLayout, cardPlaceOf, cardsBetween, heightOf, layOut } from './layout.ts'

/** How far beyond the edges of the window cards are created, in window heights. */
const OVERSCAN = 0.5

/** Shows devices as cards. Only those in or near the window exist: ten thousand cost as little as fifty. */
export function createCardWall(wall: HTMLElement) {
  const cards = new Map<string, HTMLElement>()
  let devices: readonly FleetDevice[] = []
  let total = 0
  let layout = measure(wall)
  /** The ID of the device whose card has the keyboard focus, or will get it. */
  let current: string | undefined
  let isDrawScheduled = false

  addEventListener('scroll', scheduleDraw, { passive: true })
  new ResizeObserver(updateLayout).observe(wall)
  wall.addEventListener('keydown', moveFocus)
  wall.addEventListener('focusin', ({ target }) => {
    current = [...cards].find(([, card]) => card === target)?.[0]
  })
  return {
    show,
    /** Whether a device is in or near the window. */
    isNear: (id: string) => cards.has(id),
  }

  /** @param all how many devices there are, with those that are not loaded yet */
  function show(next: readonly FleetDevice[], all: number): void {
    devices = next
    total = all
    // The role `feed` requires articles.
    wall.role = next.length > 0 ? 'feed' : 'group'
    draw(true)
  }

  function updateLayout(): void {
    const previous = JSON.stringify(layout)
    layout = measure(wall)
    if (JSON.stringify(layout) !== previous) draw(true)
  }

  function scheduleDraw(): void {
    if (isDrawScheduled) return
    isDrawScheduled = true
    requestAnimationFrame(() => {
      isDrawScheduled = false
      draw(false)
    })
  }

  function draw(isChanged: boolean): void {
    if (isChanged) setSize(wall, heightOf(devices.length, layout), layout)
    const indexes = indexesNear(wall, layout, devices.length, indexOf(current))
    const shown = indexes.flatMap((index) => devices[index] ?? [])
    const unused = releaseExcept(new Set(shown.map(({ id }) => id)))
    const tabStop = shown.find(({ id }) => id === current) ?? shown[0]
    const drawn = shown.map((device, at) => {
      const card = cardOf(device, indexes[at] ?? 0, unused, isChanged)
      card.tabIndex = device === tabStop ? 0 : -1
      return card
    })
    for (const card of unused) card.remove()
    putInOrder(wall, drawn)
  }

  /** Releases the cards that are not needed. Reusing them is cheaper than creating new ones. */
  function releaseExcept(shown: ReadonlySet<string>): HTMLElement[] {
    const released = [...cards].filter(([id]) => !shown.has(id))
    for (const [id] of released) cards.delete(id)
    return released.map(([, card]) => card).reverse()
  }

  function cardOf(
    device: FleetDevice,
    index: number,
    unused: HTMLElement[],
    isChanged: boolean,
  ): HTMLElement {
    const existing = cards.get(device.id)
    if (existing !== undefined && !isChanged) return existing
    const card = existing ?? unused.pop() ?? createCard()
    cards.set(device.id, card)
    fillCard(card, device, Date.now())
    place(card, index, layout, total)
    return card
  }

  function indexOf(id: string | undefined): number {
    return devices.findIndex((device) => device.id === id)
  }

  function moveFocus(event: KeyboardEvent): void {
    if (current === undefined || event.ctrlKey || event.altKey || event.metaKey) return
    if (event.key === 'Enter') {
      // Otherwise the key would press the button that has the focus then.
      event.preventDefault()
      cards.get(current)?.querySelector('a')?.click()
    }
    const next = devices[indexAfter(event.key, indexOf(current), layout.columns, devices.length) ?? -1]
    if (next === undefined) return
    event.preventDefault()
    current = next.id
    draw(false)
    cards.get(next.id)?.focus()
  }
}

function measure(wall: HTMLElement): CardLayout {
  return layOut(wall.clientWidth, Number.parseFloat(getComputedStyle(document.documentElement).fontSize))
}

function setSize(wall: HTMLElement, height: number, { cardWidth, cardHeight }: CardLayout): void {
  wall.style.height = `${height}px`
  wall.style.setProperty('--card-width', `${cardWidth}px`)
  wall.style.setProperty('--card-height', `${cardHeight}px`)
}

/** Returns the indexes of the cards in and near the window, in order, and that of the focused card. */
function indexesNear(wall: HTMLElement, layout: CardLayout, count: number, focused: number): number[] {
  const top = -wall.getBoundingClientRect().top
  const overscan = OVERSCAN * innerHeight
  const { first, last } = cardsBetween(top - overscan, top + innerHeight + overscan, layout)
  const end = Math.min(last, count)
  const near = Array.from({ length: Math.max(0, end - first) }, (_, at) => first + at)
  if (focused < 0 || (focused >= first && focused < end)) return near
  return focused < first ? [focused, ...near] : [...near, focused]
}

function place(card: HTMLElement, index: number, layout: CardLayout, count: number): void {
  const { left, top } = cardPlaceOf(index, layout)
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

/** The minimum width of a card, its height and the gap around it, in rem. */
const MIN_WIDTH = 20
const HEIGHT = 19
const GAP = 1

/** The layout of the cards: columns of equal width and rows of equal height. Lengths are in pixels. */
export interface CardLayout {
  readonly columns: number
  readonly cardWidth: number
  readonly cardHeight: number
  readonly gap: number
}

export function layOut(width: number, rem: number): CardLayout {
  const gap = GAP * rem
  const columns = Math.max(1, Math.floor((width + gap) / (MIN_WIDTH * rem + gap)))
  return { columns, cardWidth: (width - gap * (columns - 1)) / columns, cardHeight: HEIGHT * rem, gap }
}

export function heightOf(count: number, { columns, cardHeight, gap }: CardLayout): number {
  return Math.max(0, Math.ceil(count / columns) * (cardHeight + gap) - gap)
}

export function cardPlaceOf(index: number, { columns, cardWidth, cardHeight, gap }: CardLayout) {
  return {
    left: (index % columns) * (cardWidth + gap),
    top: Math.floor(index / columns) * (cardHeight + gap),
  }
}

/** Returns the indexes of the cards between two heights: `first` is included, `last` is not. */
export function cardsBetween(top: number, bottom: number, { columns, cardHeight, gap }: CardLayout) {
  const rowHeight = cardHeight + gap
  return {
    first: Math.max(0, Math.floor(top / rowHeight)) * columns,
    last: Math.max(0, Math.ceil(bottom / rowHeight)) * columns,
  }
}

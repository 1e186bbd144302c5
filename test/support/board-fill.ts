/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
import type { Page } from 'playwright-core'

/** How well a menu uses the screen. */
export interface Filling {
  /** What each page uses of the space for the menu, as a share of its area. */
  readonly fills: readonly number[]
  /** How many pages the blocks need in the smallest text if they could be cut anywhere. */
  readonly neededPages: number
  /** The size of names, as a multiple of the smallest. */
  readonly scale: number
  readonly columns: number
  readonly hasDescriptions: boolean
  /** Names, headings and prices that are wider than their place. */
  readonly clipped: readonly string[]
}

const MIN_COLUMN_EM = 13
const MAX_COLUMN_EM = 25
const GAP_EM = 1.8

/** Measures all pages of a board in a window that is not that of a phone. */
export function fillingOf(page: Page): Promise<Filling> {
  return page.evaluate(
    ({ minColumn, maxColumn, gapEm }) => {
      const frame = document.querySelector<HTMLElement>('#menu') ?? document.body
      const pages = [...frame.querySelectorAll<HTMLElement>('.page')]
      const hidden = pages.map((one) => one.hidden)
      const { width, height } = frame.getBoundingClientRect()
      const size = Number.parseFloat(frame.style.fontSize)
      const smallest = Number.parseFloat(document.documentElement.style.getPropertyValue('--smallest-name'))
      for (const one of pages) one.hidden = false
      const fillOf = (one: HTMLElement) => {
        const columns = [...one.querySelectorAll('.column')].map((column) => column.getBoundingClientRect())
        const left = Math.min(...columns.map((column) => column.left))
        const right = Math.max(...columns.map((column) => column.right))
        const mean = columns.reduce((sum, column) => sum + column.height, 0) / columns.length
        return ((right - left) * mean) / (width * height)
      }
      const fills = pages.map(fillOf)
      const clipped = pages.flatMap((one) =>
        [...one.querySelectorAll('.name, .title, .cell, .line > .price')]
          .filter((text) => text.scrollWidth > text.clientWidth + 1 && text.clientWidth > 0)
          .map((text) => text.textContent ?? ''),
      )
      pages.forEach((one, index) => {
        one.hidden = hidden[index] ?? false
      })
      const neededIn = (columns: number): number => {
        const column = Math.min(maxColumn * smallest, (width - gapEm * smallest * (columns - 1)) / columns)
        if (columns > 1 && column < minColumn * smallest) return Infinity
        const trial = document.createElement('div')
        trial.className = 'page hidden-page'
        trial.classList.toggle('without-descriptions', frame.classList.contains('without-descriptions'))
        trial.style.fontSize = `${smallest}px`
        trial.style.setProperty('--column', `${column}px`)
        trial.style.setProperty('--spacing', '1')
        const holder = document.createElement('div')
        holder.className = 'column'
        for (const block of pages.flatMap((one) => [
          ...one.querySelectorAll('.heading:not(.repeated), .row'),
        ])) {
          const copy = block.cloneNode(true)
          const last = holder.lastElementChild
          if (block.matches('.heading')) holder.append(copy)
          else if (last?.className === 'rows') last.append(copy)
          else {
            const rows = document.createElement('ul')
            rows.className = 'rows'
            rows.append(copy)
            holder.append(rows)
          }
        }
        trial.append(holder)
        frame.append(trial)
        const needed = holder.getBoundingClientRect().height / (height * columns)
        trial.remove()
        return needed
      }
      const counts = innerWidth > innerHeight ? [1, 2, 3, 4] : [1, 2]
      return {
        fills,
        neededPages: Math.min(...counts.map(neededIn)),
        scale: size / smallest,
        columns: Math.max(...pages.map((one) => one.querySelectorAll('.column').length)),
        clipped,
        hasDescriptions: !frame.classList.contains('without-descriptions'),
      }
    },
    { minColumn: MIN_COLUMN_EM, maxColumn: MAX_COLUMN_EM, gapEm: GAP_EM },
  )
}

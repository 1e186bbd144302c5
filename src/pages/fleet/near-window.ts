/** How far from the window rows are removed, in window heights. */
const MARGIN = '150% 0px'

type OnChange = (isNear: boolean, height: number) => void

const changes = new WeakMap<Element, OnChange>()
/** The elements to fill. The last one came near last. */
const waiting: Element[] = []

const observer = new IntersectionObserver(
  (entries) => {
    for (const { target, isIntersecting, boundingClientRect } of entries)
      if (isIntersecting) fillSoon(target)
      else leave(target, boundingClientRect.height)
  },
  { rootMargin: MARGIN },
)

/** Calls back when an element comes near the window, or leaves it. @returns a function that stops this */
export function observeNear(element: Element, onChange: OnChange): () => void {
  changes.set(element, onChange)
  observer.observe(element)
  return () => {
    observer.unobserve(element)
    changes.delete(element)
    leave(element, 0)
  }
}

function leave(element: Element, height: number): void {
  const place = waiting.indexOf(element)
  if (place >= 0) waiting.splice(place, 1)
  changes.get(element)?.(false, height)
}

/** Fills one element per frame, so that scrolling stays smooth. Elements that were passed meanwhile are not filled. */
function fillSoon(element: Element): void {
  waiting.push(element)
  if (waiting.length === 1) requestAnimationFrame(fillNext)
}

function fillNext(): void {
  const element = waiting.pop()
  if (element) changes.get(element)?.(true, 0)
  if (waiting.length > 0) requestAnimationFrame(fillNext)
}

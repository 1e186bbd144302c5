import { byId } from '../shared/elements.ts'

/** Loads more devices when the end of the list comes near, or on request. */
export function attachMore(load: () => Promise<void> | undefined) {
  const button = byId('more', HTMLButtonElement)
  let isLoading = false

  const observer = new IntersectionObserver(
    ([entry]) => {
      if (entry?.isIntersecting) void loadOnce()
    },
    { rootMargin: '100% 0px' },
  )

  async function loadOnce(): Promise<void> {
    if (isLoading || button.hidden) return
    isLoading = true
    await load()
    isLoading = false
    // It may be near again, or still, of which an observer says nothing: it only tells of changes between two frames.
    observer.unobserve(button)
    observer.observe(button)
  }

  button.addEventListener('click', () => void loadOnce())
  observer.observe(button)
  return {
    show(hasMore: boolean): void {
      button.hidden = !hasMore
    },
  }
}

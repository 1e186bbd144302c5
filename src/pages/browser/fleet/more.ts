import { byId } from '../shared/elements.ts'

/** Loads more devices when the end of the list comes near, or on request. */
export function attachMore(load: () => Promise<void> | undefined) {
  const button = byId('more', HTMLButtonElement)
  let isLoading = false

  async function loadOnce(): Promise<void> {
    if (isLoading || button.hidden) return
    isLoading = true
    await load()
    isLoading = false
    // It may still be near: then the observer says nothing.
    if (!button.hidden && button.getBoundingClientRect().top < 2 * innerHeight) void loadOnce()
  }

  button.addEventListener('click', () => void loadOnce())
  new IntersectionObserver(
    ([entry]) => {
      if (entry?.isIntersecting) void loadOnce()
    },
    { rootMargin: '100% 0px' },
  ).observe(button)
  return {
    show(hasMore: boolean): void {
      button.hidden = !hasMore
    },
  }
}

import { byId } from '../shared/elements.ts'

/** How near the end comes before more is loaded, in window heights from the top of the window. */
const NEAR = 2

/** Loads more devices when the end of the list comes near, or on request. @param load returns whether it has loaded any */
export function attachMore(load: () => Promise<boolean>) {
  const button = byId('more', HTMLButtonElement)
  let isLoading = false

  async function loadNow(): Promise<void> {
    if (isLoading) return
    isLoading = true
    const isLoaded = await load()
    isLoading = false
    // After a failure, the next scrolling or refresh tries again: at once, it would never stop.
    if (isLoaded) loadIfNear()
  }

  function loadIfNear(): void {
    if (!button.hidden && button.getBoundingClientRect().top < NEAR * innerHeight) void loadNow()
  }

  button.addEventListener('click', () => void loadNow())
  addEventListener('scroll', loadIfNear, { passive: true })
  addEventListener('resize', loadIfNear)
  return {
    show(hasMore: boolean): void {
      button.hidden = !hasMore
      loadIfNear()
    },
  }
}

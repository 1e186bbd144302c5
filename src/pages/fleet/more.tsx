import { useEffect, useRef } from 'preact/hooks'
import type { Loaded } from './use-devices.ts'

/** More is loaded if the end of the list is this near to the top of the window, in window heights. */
const NEAR = 2

interface MoreProps {
  readonly loaded: Loaded | undefined
  readonly load: () => Promise<unknown> | undefined
}

/** Loads more devices when the end of the list comes near, or on request. */
export function More({ loaded, load }: MoreProps) {
  const button = useRef<HTMLButtonElement>(null)
  const isLoading = useRef(false)

  async function loadNow(): Promise<void> {
    if (isLoading.current) return
    isLoading.current = true
    await load()
    isLoading.current = false
  }

  // Runs also after each answer. A failed request is repeated at the next scrolling or refresh: at once, it would never stop.
  useEffect(() => {
    function loadIfNear(): void {
      const top = button.current?.getBoundingClientRect().top ?? Number.POSITIVE_INFINITY
      if (top < NEAR * innerHeight) void loadNow()
    }
    loadIfNear()
    addEventListener('scroll', loadIfNear, { passive: true })
    addEventListener('resize', loadIfNear)
    return () => {
      removeEventListener('scroll', loadIfNear)
      removeEventListener('resize', loadIfNear)
    }
  }, [loaded])

  if (!loaded?.hasNext) return null
  return (
    <p class="more">
      <button id="more" type="button" ref={button} onClick={loadNow}>
        Show more
      </button>
    </p>
  )
}

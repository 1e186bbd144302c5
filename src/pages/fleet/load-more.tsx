import { useEffect, useRef } from 'preact/hooks'
import type { LoadedDevices } from './use-devices.ts'

interface LoadMoreProps {
  readonly loaded: LoadedDevices | undefined
  readonly onLoad: () => Promise<unknown> | undefined
}

/** Loads more devices when the end of the list comes near, or on request. A failed request is repeated with the next refresh. */
export function LoadMore({ loaded, onLoad }: LoadMoreProps) {
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (button.current === null) return
    const options = { rootMargin: '100% 0px' }
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && void onLoad(), options)
    observer.observe(button.current)
    return () => observer.disconnect()
  }, [loaded])

  if (loaded === undefined || loaded.lastPage.next === null) return null
  return (
    <p class="more">
      <button id="more" type="button" ref={button} onClick={onLoad}>
        Show more
      </button>
    </p>
  )
}

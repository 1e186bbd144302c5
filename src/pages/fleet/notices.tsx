import { formatAt } from './times.ts'
import type { Loaded } from './use-devices.ts'

interface NoticesProps {
  readonly loaded: Loaded | undefined
  readonly isFailing: boolean
}

/** The notices about all devices, and about a service that is unavailable. */
export function Notices({ loaded, isFailing }: NoticesProps) {
  const state = loaded ? ` This page shows the state at ${formatAt(loaded.atMs, 'clock')}.` : ''
  return (
    <>
      <p class="notice" id="notice" role="status">
        {isFailing && `The service is not responding.${state} Retrying automatically.`}
      </p>
      <div id="banner" role="status">
        {loaded?.fleet.notices.map((text) => (
          <p key={text} class="notice">
            {text}
          </p>
        ))}
      </div>
    </>
  )
}

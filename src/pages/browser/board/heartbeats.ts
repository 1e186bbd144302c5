import { jittered, SECOND_MS, timeoutSignal } from '../shared/feed/delays.ts'
import { deviceBasePath } from '../shared/service.ts'

const TIMEOUT_MS = 20 * SECOND_MS
/** A device counts as online for five minutes, so a few reports may get lost. */
const INTERVAL_MS = 60 * SECOND_MS
/** The screens of a wall are switched on together. They report at different moments, and after they show their menus. */
const FIRST_MS = 4 * SECOND_MS
const SPREAD_MS = 10 * SECOND_MS

/**
 * Reports once a minute that a device is running, for as long as the page is open, whatever the responses are: the
 * service may be away, or the device may be registered later.
 * @param onRefused called after each response, with the status of a refusal, or undefined if there is none
 */
export function reportDevice(
  device: string,
  key: string,
  onRefused: (status: number | undefined, message: string) => void,
): void {
  const url = `${deviceBasePath}/devices/${encodeURIComponent(device)}/heartbeats`
  setTimeout(report, jittered(FIRST_MS))

  async function report(): Promise<void> {
    setTimeout(report, INTERVAL_MS - SPREAD_MS / 2 + Math.random() * SPREAD_MS)
    try {
      const headers = { Authorization: `Bearer ${key}` }
      const signal = timeoutSignal(TIMEOUT_MS)
      const response = await fetch(url, { method: 'POST', headers, cache: 'no-store', signal })
      if (response.ok) onRefused(undefined, '')
      else if ([401, 403, 404].includes(response.status))
        onRefused(response.status, await messageOf(response))
    } catch {
      // The board itself shows that the service is away.
    }
  }
}

async function messageOf(response: Response): Promise<string> {
  const { message } = (await response.json()) as { readonly message?: unknown }
  return typeof message === 'string' ? message : ''
}

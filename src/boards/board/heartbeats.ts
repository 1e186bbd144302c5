import { jittered } from '../../browser/delays.ts'
import { type Failure, request } from '../../browser/request.ts'
import { DEVICE_API } from '../../browser/service.ts'
import { SECOND_MS } from '../../lib/time/durations.ts'

const TIMEOUT_MS = 20 * SECOND_MS
/** A device counts as online for five minutes, so a few heartbeats may get lost. */
const INTERVAL_MS = 60 * SECOND_MS
/** The screens of a wall are switched on together. They send heartbeats at different moments, and after they show their menus. */
const FIRST_MS = 4 * SECOND_MS
const SPREAD_MS = 10 * SECOND_MS

/**
 * Sends a heartbeat of a device once a minute, as long as the page is open. It continues after errors, because the service may
 * be unavailable, or the device may be registered later.
 * @param onResult called with the failure if a heartbeat was refused, or with undefined if it was accepted. It is not called
 *   without a response: the board itself shows that the service is unavailable.
 */
export function sendHeartbeats(
  device: string,
  key: string,
  onResult: (failure: Failure | undefined) => void,
): void {
  const path = `/devices/${encodeURIComponent(device)}/heartbeats`
  setTimeout(send, jittered(FIRST_MS))

  async function send(): Promise<void> {
    setTimeout(send, INTERVAL_MS - SPREAD_MS / 2 + Math.random() * SPREAD_MS)
    const response = await request(DEVICE_API, path, key, { method: 'POST', timeoutMs: TIMEOUT_MS })
    if (response.isOk) onResult(undefined)
    else if ([401, 403, 404].includes(response.status)) onResult(response)
  }
}

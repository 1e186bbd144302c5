/**
 * Reports heartbeats of a device until it is aborted, for a player that runs Node.
 * @param {object} options
 * @param {string} options.url the address of the service, for example http://localhost:3000
 * @param {string} options.device the id of the device
 * @param {string} options.key a key with the scope device:heartbeat
 * @param {(error: unknown) => void} [options.onError] called after each failure; reporting continues
 * @param {number} [options.intervalMs]
 * @param {AbortSignal} [options.signal]
 */
export async function reportHeartbeats({
  url,
  device,
  key,
  onError = console.error,
  intervalMs = 60_000,
  signal,
}) {
  const address = `${url}/devices/${encodeURIComponent(device)}/heartbeats`
  while (!signal?.aborted) {
    try {
      const headers = { Authorization: `Bearer ${key}` }
      const response = await fetch(address, { method: 'POST', headers, signal: AbortSignal.timeout(10_000) })
      if (!response.ok) throw new Error(`${response.status} ${(await response.json()).message}`)
    } catch (error) {
      if (!signal?.aborted) onError(error)
    }
    // A random wait, so that all players do not report in the same moment.
    await sleep(intervalMs * (0.9 + Math.random() / 5), signal)
  }
}

/**
 * @param {number} ms
 * @param {AbortSignal} [signal]
 */
function sleep(ms, signal) {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms)
    signal?.addEventListener('abort', () => resolve(clearTimeout(timer)), { once: true })
  })
}

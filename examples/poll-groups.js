/** @typedef {import('signage-service/openapi').components['schemas']['Groups']} Groups */

const TIMEOUT_MS = 30_000

/**
 * Polls `GET /v1/groups` until it is aborted.
 * @param {object} options
 * @param {string} options.url the whole address, for example http://localhost:3000/v1/groups?menus=lunch
 * @param {string} options.key
 * @param {(groups: Groups) => void} options.onChange called with the first response, and after each change
 * @param {(error: unknown) => void} [options.onError] called after each failure; polling continues
 * @param {number} [options.intervalMs]
 * @param {AbortSignal} [options.signal]
 */
export async function pollGroups({
  url,
  key,
  onChange,
  onError = console.error,
  intervalMs = 10_000,
  signal,
}) {
  /** @type {string | null} */
  let etag = null
  while (!signal?.aborted) {
    let waitMs = intervalMs
    try {
      /** @type {Record<string, string>} */
      const headers = { 'X-API-Key': key, ...(etag === null ? {} : { 'If-None-Match': etag }) }
      const response = await fetch(url, { headers, signal: AbortSignal.timeout(TIMEOUT_MS) })
      waitMs = Math.max(intervalMs, Number(response.headers.get('Retry-After')) * 1000)
      if (response.status !== 304) {
        const body = await response.json()
        if (!response.ok) throw new Error(`${response.status} ${body.message}`)
        etag = response.headers.get('ETag')
        if (!signal?.aborted) onChange(body)
      }
    } catch (error) {
      if (!signal?.aborted) onError(error)
    }
    // A random wait, so that all screens do not return in the same moment after an outage.
    await sleep(waitMs * (0.75 + Math.random() / 2), signal)
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

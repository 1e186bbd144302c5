import { pollGroups } from './poll-groups.js'

/** @typedef {import('./poll-groups.js').Groups} Groups */

/** The first event arrives at once. If it does not, a proxy buffers the stream. */
const FIRST_EVENT_MS = 5_000
/** A connection may be dead without an error. After this time without an event, open a new one. */
const QUIET_MS = 5 * 60_000
const POLLING_MS = 60_000

/**
 * Follows `/v1/groups`: by a stream if one gets through, otherwise by polling.
 * @param {object} options
 * @param {string} options.service for example http://localhost:3000
 * @param {string} [options.query] for example menus=lunch&depth=1
 * @param {string} options.key
 * @param {(groups: Groups) => void} options.onChange
 * @param {(error: unknown) => void} [options.onError]
 * @returns {() => void} stops it
 */
export function followGroups({ service, query = '', key, onChange, onError = console.error }) {
  const stopping = new AbortController()
  const { signal } = stopping
  void run()
  return () => stopping.abort()

  async function run() {
    while (!signal.aborted) {
      const isWorking = await stream().catch((error) => {
        if (!signal.aborted) onError(error)
        return false
      })
      if (!isWorking) await poll()
    }
  }

  /** @returns {Promise<boolean>} whether to open the next stream at once */
  async function stream() {
    const token = await requestToken()
    if (signal.aborted) return false
    return new Promise((resolve) => {
      const source = new EventSource(`${service}/v1/groups/stream?${query}&token=${token}`)
      let timer = setTimeout(() => end(false), FIRST_EVENT_MS)

      source.addEventListener('groups', ({ data }) => {
        clearTimeout(timer)
        timer = setTimeout(() => end(true), QUIET_MS)
        onChange(JSON.parse(data))
      })
      // The browser would reconnect with a token that may have expired. Start again with a new one.
      source.addEventListener('error', () => end(false))
      signal.addEventListener('abort', () => end(false), { once: true })

      /** @param {boolean} isWorking */
      function end(isWorking) {
        clearTimeout(timer)
        source.close()
        resolve(isWorking)
      }
    })
  }

  /** A token opens streams for five minutes. The key itself must not be in a URL. */
  async function requestToken() {
    const response = await fetch(`${service}/v1/stream-token`, { headers: { 'X-API-Key': key } })
    const { token, message } = await response.json()
    if (!response.ok) throw new Error(`${response.status} ${message}`)
    return token
  }

  /** Polls for a while, until the next stream may be tried. */
  async function poll() {
    const ending = new AbortController()
    const timer = setTimeout(() => ending.abort(), POLLING_MS * (0.75 + Math.random() / 2))
    signal.addEventListener('abort', () => ending.abort(), { once: true })
    await pollGroups({
      url: `${service}/v1/groups?${query}`,
      key,
      onChange,
      onError,
      signal: ending.signal,
    })
    clearTimeout(timer)
  }
}

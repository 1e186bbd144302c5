/**
 * Caches the files of the board, so that a screen that is switched on while the service is unavailable still
 * starts. It handles neither menus nor the stream, and never sees a key: the page itself stores the last
 * menu.
 */
const CACHE = 'board-files'
const PAGE = '/app/board'
/** Long enough for a service in a local network, and short enough for an empty screen. */
const TIMEOUT_MS = 2_000

/** A service worker is a plain script, whose global scope has only the type of a general worker. */
const worker = self as unknown as ServiceWorkerGlobalScope

worker.addEventListener('install', (event) => event.waitUntil(install()))
worker.addEventListener('activate', (event) => event.waitUntil(worker.clients.claim()))
worker.addEventListener('fetch', (event) => {
  const name = cacheNameOf(event.request)
  if (name !== undefined) event.respondWith(respond(name, event))
})

/** Caches the page and all files that it names. */
async function install(): Promise<void> {
  const cache = await caches.open(CACHE)
  const page = await fetch(PAGE, { cache: 'no-cache' })
  const text = await page.clone().text()
  const names = [...text.matchAll(/(?:href|src)="(\/app\/[^"]+)"/g)].flatMap(([, name]) => name ?? [])
  await Promise.all([cache.put(PAGE, page), cache.addAll([...new Set(names)])])
  await worker.skipWaiting()
}

/**
 * Returns the name under which a file is cached: one page for all menus, whatever its address selects.
 * Returns undefined if the request is not handled.
 */
function cacheNameOf({ method, mode, url }: Request): string | undefined {
  const { origin, pathname } = new URL(url)
  if (method !== 'GET' || origin !== worker.location.origin) return undefined
  if (mode === 'navigate') return pathname.replace(/\/$/, '') === PAGE ? PAGE : undefined
  return pathname.startsWith(`${PAGE}/`) ? pathname : undefined
}

/** Returns the file from the service, where it may be newer, or the cached file if that takes too long. */
async function respond(name: string, event: FetchEvent): Promise<Response> {
  const fresh = fetch(name, { cache: 'no-cache' }).then((response) => cached(name, response))
  event.waitUntil(fresh.catch(() => undefined))
  const inTime = await Promise.race([fresh.catch(() => undefined), timeout()])
  if (inTime?.ok) return inTime
  return (await caches.match(name, { cacheName: CACHE })) ?? fresh
}

async function cached(name: string, response: Response): Promise<Response> {
  if (response.ok && !response.redirected) {
    const cache = await caches.open(CACHE)
    await cache.put(name, response.clone())
  }
  return response
}

function timeout(): Promise<undefined> {
  return new Promise((resolve) => setTimeout(resolve, TIMEOUT_MS, undefined))
}

import { FILES_CACHE } from './files-cache.ts'
import { stylingOf } from './styling.ts'

/*
 * This service worker caches the files of the board, so that a screen still starts if it is switched on while the service is
 * unavailable. It leaves requests for menus and streams to the browser, and neither reads nor stores a key: the page itself
 * stores the last menu.
 */

/** Long enough for a service in a local network, and not too long for a screen that shows nothing meanwhile. */
const TIMEOUT_MS = 2_000

/** TypeScript only knows that this script runs in a worker, and not that it is a service worker. */
const worker = self as unknown as ServiceWorkerGlobalScope
/** The path of the board, which is `/app/board` unless a proxy serves it under another. */
const PAGE = new URL('../board', worker.location.href).pathname

worker.addEventListener('install', (event) => event.waitUntil(install()))
worker.addEventListener('activate', (event) => event.waitUntil(worker.clients.claim()))
worker.addEventListener('fetch', (event) => {
  const { mode, url } = event.request
  const { pathname, search } = new URL(url)
  // The links of the page are relative to its path without a slash at the end, under which it is cached.
  if (mode === 'navigate' && pathname === `${PAGE}/`)
    return event.respondWith(Response.redirect(PAGE + search))
  const name = cacheNameOf(event.request)
  if (name !== undefined) event.respondWith(respond(name, event))
})

/** Caches the page and all files that it names. The address of the worker contains the look and the language of the page. */
async function install(): Promise<void> {
  const cache = await caches.open(FILES_CACHE)
  const name = pageName(worker.location.search)
  const page = await fetch(name, { cache: 'no-cache' })
  if (!page.ok || page.redirected) throw new Error(`The board could not be cached: ${page.status}`)
  const text = await page.clone().text()
  const named = [...text.matchAll(/(?:href|src)="([.\w/-]+)"/g)].flatMap(([, file]) => file ?? [])
  const files = named.map((file) => new URL(file, page.url).href)
  await Promise.all([cache.put(name, page), cache.addAll([...new Set(files)])])
  await worker.skipWaiting()
}

/** Returns the name under which a page is cached: one for all menus with the same look and language. */
function pageName(search: string): string {
  const styling = stylingOf(search)
  return styling === '' ? PAGE : `${PAGE}?${styling}`
}

/** Returns the name under which a file is cached; undefined if the request is not handled. */
function cacheNameOf({ method, mode, url }: Request): string | undefined {
  const { origin, pathname, search } = new URL(url)
  if (method !== 'GET' || origin !== worker.location.origin) return undefined
  if (mode === 'navigate') return pathname === PAGE ? pageName(search) : undefined
  return pathname.startsWith(`${PAGE}/`) ? pathname : undefined
}

/** Whether a file is a font. Its address contains its version, so a cached font is never outdated. */
function isFont(name: string): boolean {
  return name.startsWith(`${PAGE}/fonts/`) && name.endsWith('.woff2')
}

/** Returns the file from the service, where it may be newer, or the cached file if the request fails or takes too long. */
async function respond(name: string, event: FetchEvent): Promise<Response> {
  const font = isFont(name) ? await caches.match(name, { cacheName: FILES_CACHE }) : undefined
  if (font) return font
  const fresh = fetch(name, { cache: 'no-cache' }).then((response) => cached(name, response))
  event.waitUntil(fresh.catch(() => undefined))
  const inTime = await Promise.race([fresh.catch(() => undefined), timeout()])
  if (inTime?.ok) return inTime
  const stored = await caches.match(name, { cacheName: FILES_CACHE })
  // A page in another look is better than none.
  return stored ?? (await caches.match(name, { cacheName: FILES_CACHE, ignoreSearch: true })) ?? fresh
}

async function cached(name: string, response: Response): Promise<Response> {
  if (response.ok && !response.redirected) {
    const cache = await caches.open(FILES_CACHE)
    await cache.put(name, response.clone())
  }
  return response
}

function timeout(): Promise<undefined> {
  return new Promise((resolve) => setTimeout(resolve, TIMEOUT_MS, undefined))
}

import { ROOT } from '../../browser/root.ts'
import { FILES_CACHE } from './files-cache.ts'
import { stylingOf } from './styling.ts'

const BOARD = `${ROOT}/app/board`

/** The service worker loads all files once more, which must not delay the menu. */
const WORKER_AFTER_MS = 1_000

/**
 * Registers the service worker. The query of the worker's address has the look and the language, which decide which files
 * the page needs. Over plain HTTP from another machine, browsers have no service workers, and the board works without one.
 */
export function registerWorker(): void {
  if ('serviceWorker' in navigator) setTimeout(register, WORKER_AFTER_MS)
}

function register(): void {
  navigator.serviceWorker
    .register(`${BOARD}/service-worker.js?${stylingOf(location.search)}`, { scope: BOARD })
    .then(storeOtherFiles)
    .catch(() => undefined)
}

/** Stores files that the markup of the page does not name, such as fonts, until the worker handles the requests. */
function storeOtherFiles(): void {
  if (navigator.serviceWorker.controller) return
  new PerformanceObserver((list) => {
    const names = list
      .getEntries()
      .filter(isLoadedByPage)
      .map(({ name }) => name)
    caches
      .open(FILES_CACHE)
      .then((cache) => cache.addAll([...new Set(names)]))
      // The service is unavailable. The worker stores the files when they are loaded the next time.
      .catch(() => undefined)
  }).observe({ type: 'resource', buffered: true })
}

/** Whether the page has loaded a file. Files that scripts fetched do not count, because storing a file also fetches it. */
function isLoadedByPage(entry: PerformanceEntry): boolean {
  const isFetched = entry instanceof PerformanceResourceTiming && entry.initiatorType === 'fetch'
  return !isFetched && entry.name.startsWith(new URL(`${BOARD}/`, location.href).href)
}

import { fragmentWith } from '../shared/address.ts'
import { copyText } from '../shared/copy.ts'
import { byId, cloneTemplate, part, setText } from '../shared/elements.ts'
import { formatBytes, formatDuration } from '../shared/format.ts'
import { ROOT } from '../shared/root.ts'
import { createLookLinks } from './look-links.ts'
import { REQUEST_FORMATS, type RequestFormat } from './request-formats.ts'
import { type MenuSelection, toQuery } from './selection.ts'

const MASK = '••••••••'
const COPIED_MS = 2000
/** Shown in place of a measurement that is not known. */
const UNKNOWN = '–'
/** The bytes that browsers count for the headers of any response (Resource Timing, transferSize). */
const HEADER_BYTES = 300

interface Request {
  readonly url: string
  readonly key: string
}

/** Shows how to use the selection elsewhere, as a board or in a request, and what the response costs. */
export function createRequestPanel() {
  const showKey = byId('show-key', HTMLInputElement)
  const board = byId('board', HTMLAnchorElement)
  const looks = createLookLinks()
  const rows = REQUEST_FORMATS.map((format) => createRow(format))
  let request: Request | undefined
  byId('formats', HTMLElement).replaceChildren(...rows.map(({ row }) => row))
  showKey.addEventListener('change', draw)
  new PerformanceObserver((list) => {
    if (request !== undefined) list.getEntriesByName(request.url).forEach(showCost)
  }).observe({ type: 'resource' })
  clear()
  return { show, clear }

  function show(selection: MenuSelection, next: Request): void {
    if (next.key !== request?.key) showKey.checked = false
    request = next
    setCost(UNKNOWN, UNKNOWN, UNKNOWN)
    board.href = `${ROOT}/app/board?${toQuery(selection)}${fragmentWith(next.key)}`
    looks.show(toQuery(selection), fragmentWith(next.key))
    draw()
  }

  /** Disables everything: a request that names no menu would return everything that the key may read. */
  function clear(): void {
    showKey.checked = false
    request = undefined
    setCost(UNKNOWN, UNKNOWN, UNKNOWN)
    board.removeAttribute('href')
    looks.clear()
    draw()
  }

  function draw(): void {
    const isAvailable = request !== undefined
    board.ariaDisabled = String(!isAvailable)
    // Without an address the element is not a link by itself, and only a link can be marked as disabled.
    board.role = isAvailable ? null : 'link'
    showKey.disabled = !isAvailable
    for (const { format, text, copy } of rows) {
      setText(text, write(format, showKey.checked))
      copy.disabled = !isAvailable
    }
  }

  function write(format: RequestFormat, isKeyShown: boolean): string {
    return request === undefined ? '' : format.write(request.url, isKeyShown ? request.key : MASK)
  }

  function createRow(format: RequestFormat) {
    const row = cloneTemplate('request-format')
    const text = part(row, 'text')
    part(row, 'name').textContent = format.name
    const copy = part<HTMLButtonElement>(row, 'copy')
    label(copy, 'Copy', format)
    copy.addEventListener('click', async () => {
      const isCopied = await copyText(write(format, true))
      label(copy, isCopied ? 'Copied' : 'Copy failed', format)
      setTimeout(() => label(copy, 'Copy', format), COPIED_MS)
    })
    return { format, row, text, copy }
  }
}

function label(button: HTMLElement, text: string, { name }: RequestFormat): void {
  setText(button, text)
  button.ariaLabel = `${text} ${name}`
}

/** Shows the cost of a response. A request that failed has no response to measure. */
function showCost(entry: PerformanceEntry): void {
  if (!(entry instanceof PerformanceResourceTiming)) return
  if (entry.requestStart === 0 || entry.responseStatus >= 400) return
  // A response from the browser's cache was not transferred again, apart from its headers.
  const transferredBytes = entry.transferSize > HEADER_BYTES ? entry.encodedBodySize : 0
  setCost(
    formatBytes(transferredBytes),
    formatBytes(entry.decodedBodySize),
    formatDuration(entry.responseEnd - entry.requestStart),
  )
}

function setCost(transferred: string, uncompressed: string, duration: string): void {
  setText(byId('transferred', HTMLElement), transferred)
  setText(byId('uncompressed', HTMLElement), uncompressed)
  setText(byId('duration', HTMLElement), duration)
}

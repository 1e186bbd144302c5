import { copyText } from '../shared/copy.ts'
import { byId, copyOf, part, setText } from '../shared/elements.ts'
import { formatBytes, formatDuration } from '../shared/format.ts'
import { REQUEST_FORMS, type RequestForm } from './request-forms.ts'
import { type Selection, toQuery } from './selection.ts'

const MASK = '••••••••'
const COPIED_MS = 2000
/** Shown in place of a measurement that is not known. */
const UNKNOWN = '–'
/** The bytes that browsers count for the headers of any response, by the Resource Timing standard. */
const HEADER_BYTES = 300

interface Request {
  readonly url: string
  readonly key: string
}

/** Shows how to use the selection elsewhere, as a board or in a request, and what the response costs. */
export function createRequestPanel() {
  const showKey = byId('show-key', HTMLInputElement)
  const board = byId('board', HTMLAnchorElement)
  const rows = REQUEST_FORMS.map((form) => createRow(form))
  let request: Request | undefined
  byId('forms', HTMLElement).replaceChildren(...rows.map(({ row }) => row))
  showKey.addEventListener('change', draw)
  new PerformanceObserver((list) => {
    if (request !== undefined) list.getEntriesByName(request.url).forEach(tellCost)
  }).observe({ type: 'resource' })
  clear()
  return { show, clear }

  function show(selection: Selection, next: Request): void {
    if (next.key !== request?.key) showKey.checked = false
    request = next
    setCost(UNKNOWN, UNKNOWN, UNKNOWN)
    board.href = `/app/board?${toQuery(selection)}#key=${encodeURIComponent(next.key)}`
    draw()
  }

  /** Offers nothing: a request that names no menu would return everything that the key may read. */
  function clear(): void {
    showKey.checked = false
    request = undefined
    setCost(UNKNOWN, UNKNOWN, UNKNOWN)
    board.removeAttribute('href')
    draw()
  }

  function draw(): void {
    const isOffered = request !== undefined
    board.ariaDisabled = String(!isOffered)
    // Without an address the element is not a link by itself, and only a link can be marked as disabled.
    board.role = isOffered ? null : 'link'
    showKey.disabled = !isOffered
    for (const { form, text, copy } of rows) {
      setText(text, write(form, showKey.checked))
      copy.disabled = !isOffered
    }
  }

  function write(form: RequestForm, isKeyShown: boolean): string {
    return request === undefined ? '' : form.write(request.url, isKeyShown ? request.key : MASK)
  }

  function createRow(form: RequestForm) {
    const row = copyOf('request-form')
    const text = part(row, 'text')
    part(row, 'name').textContent = form.name
    const copy = part<HTMLButtonElement>(row, 'copy')
    label(copy, 'Copy', form)
    copy.addEventListener('click', async () => {
      const isCopied = await copyText(write(form, true))
      label(copy, isCopied ? 'Copied' : 'Copy failed', form)
      setTimeout(() => label(copy, 'Copy', form), COPIED_MS)
    })
    return { form, row, text, copy }
  }
}

function label(button: HTMLElement, text: string, { name }: RequestForm): void {
  setText(button, text)
  button.ariaLabel = `${text} ${name}`
}

/** Shows the cost of a response. A request that failed has no response to measure. */
function tellCost(entry: PerformanceEntry): void {
  if (!(entry instanceof PerformanceResourceTiming)) return
  if (entry.requestStart === 0 || entry.responseStatus >= 400) return
  // A response from the browser's cache was not transferred again, apart from its headers.
  const wireBytes = entry.transferSize > HEADER_BYTES ? entry.encodedBodySize : 0
  setCost(
    formatBytes(wireBytes),
    formatBytes(entry.decodedBodySize),
    formatDuration(entry.responseEnd - entry.requestStart),
  )
}

function setCost(wire: string, unpacked: string, duration: string): void {
  setText(byId('wire', HTMLElement), wire)
  setText(byId('unpacked', HTMLElement), unpacked)
  setText(byId('duration', HTMLElement), duration)
}

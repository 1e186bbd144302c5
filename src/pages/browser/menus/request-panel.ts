import { copyText } from '../shared/copy.ts'
import { byId, copyOf, part, setText } from '../shared/elements.ts'
import { formatBytes, formatDuration } from '../shared/format.ts'
import { REQUEST_FORMS, type RequestForm } from './request-forms.ts'
import { type Selection, toQuery } from './selection.ts'

const MASK = '••••••••'
const COPIED_MS = 2000
/** Stands for a measure that is not known. */
const UNKNOWN = '–'
/** What browsers count for the headers of any answer, by the Resource Timing standard. */
const HEADER_BYTES = 300

interface Request {
  readonly url: string
  readonly key: string
}

/** How to get the selection in view elsewhere: as a board, or by a request of one's own; and what that costs. */
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

  /** Offers nothing: a request that names no menu would ask for all that the key may read. */
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
    // Without an address it is no link by itself, and only a link can be a disabled one.
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
      label(copy, isCopied ? 'Copied' : 'Not copied', form)
      setTimeout(() => label(copy, 'Copy', form), COPIED_MS)
    })
    return { form, row, text, copy }
  }
}

function label(button: HTMLElement, text: string, { name }: RequestForm): void {
  setText(button, text)
  button.ariaLabel = `${text} ${name}`
}

/** Tells what an answer cost. A request that failed has no answer to measure. */
function tellCost(entry: PerformanceEntry): void {
  if (!(entry instanceof PerformanceResourceTiming)) return
  if (entry.requestStart === 0 || entry.responseStatus >= 400) return
  // An answer that the browser had kept did not travel again, apart from its headers.
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

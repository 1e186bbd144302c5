import { copyText } from '../shared/copy.ts'
import { byId, copyOf, part, setText } from '../shared/elements.ts'
import { formatBytes, formatDuration } from '../shared/format.ts'
import { REQUEST_FORMS, type RequestForm } from './request-forms.ts'
import { type Selection, toQuery } from './selection.ts'

const MASK = '••••••••'
const COPIED_MS = 2000

interface Request {
  readonly url: string
  readonly key: string
}

/** How to get the selection in view elsewhere: as a board, or by a request of one's own; and what that costs. */
export function createRequestPanel() {
  const showKey = byId('show-key', HTMLInputElement)
  const rows = REQUEST_FORMS.map((form) => createRow(form))
  let request: Request = { url: '', key: '' }
  byId('forms', HTMLElement).replaceChildren(...rows.map(({ row }) => row))
  showKey.addEventListener('change', draw)
  new PerformanceObserver((list) => list.getEntriesByName(request.url).forEach(tellCost)).observe({
    type: 'resource',
  })
  return { show, clear: () => show({ menus: [], tags: [] }, { url: '', key: '' }) }

  function show(selection: Selection, next: Request): void {
    if (next.key !== request.key) showKey.checked = false
    request = next
    const board = byId('board', HTMLAnchorElement)
    board.href = `/app/board?${toQuery(selection)}#key=${encodeURIComponent(next.key)}`
    draw()
  }

  function draw(): void {
    for (const { form, text } of rows)
      setText(text, form.write(request.url, showKey.checked ? request.key : MASK))
  }

  function createRow(form: RequestForm) {
    const row = copyOf('request-form')
    const text = part(row, 'text')
    part(row, 'name').textContent = form.name
    const copy = part(row, 'copy')
    label(copy, 'Copy', form)
    copy.addEventListener('click', async () => {
      const isCopied = await copyText(form.write(request.url, request.key))
      label(copy, isCopied ? 'Copied' : 'Not copied', form)
      setTimeout(() => label(copy, 'Copy', form), COPIED_MS)
    })
    return { form, row, text }
  }
}

function label(button: HTMLElement, text: string, { name }: RequestForm): void {
  setText(button, text)
  button.ariaLabel = `${text} ${name}`
}

function tellCost(entry: PerformanceEntry): void {
  if (!(entry instanceof PerformanceResourceTiming)) return
  setText(byId('wire', HTMLElement), formatBytes(entry.transferSize))
  setText(byId('unpacked', HTMLElement), formatBytes(entry.decodedBodySize))
  setText(byId('duration', HTMLElement), formatDuration(entry.responseEnd - entry.requestStart))
}

import type { Fleet, FleetDevice } from '#dist/monitoring/fleet/schema.js'
import { byId, setText } from '../shared/elements.ts'
import { attachKeyBox } from '../shared/key-box.ts'
import type { Failure } from '../shared/request.ts'
import { createCardWall } from './card-wall.ts'
import { attachCsv } from './csv.ts'
import { createDetail } from './detail.ts'
import { attachFilters } from './filters.ts'
import { attachMore } from './more.ts'
import { createPages } from './pages.ts'
import { fleetQuery } from './requests.ts'
import { createShown } from './shown.ts'
import { createStatus } from './status.ts'
import { createTable } from './table.ts'
import { createView, type Layout, type View } from './view.ts'

/** Larger fleets are a table, unless the address says otherwise. */
const MOST_CARDS = 50

const list = byId('list', HTMLElement)
const changesButton = byId('changes', HTMLButtonElement)
const status = createStatus()
const shown = createShown()
const view = createView(onView)
const wall = createCardWall(byId('wall', HTMLElement))
const table = createTable(byId('table', HTMLTableElement), (sort) => view.change({ sort }))
const filters = attachFilters(view)
const detail = createDetail(view)
const more = attachMore(async () => (await pages?.loadNext()) ?? false)
attachCsv(() => ({ key, query: fleetQuery(current()) }))
changesButton.addEventListener('click', showLatest)

let key = ''
/** Until the first answer tells how many devices there are. */
let defaultLayout: Layout = 'cards'
let latest: Fleet | undefined
let pages: ReturnType<typeof createPages> | undefined
let polling = new AbortController()
/** What was shown before stays until the first answer of what is shown next. */
let isFirstAnswer = true

const rejectKey = attachKeyBox({
  open,
  close,
  scope: 'device:read',
})

function open(nextKey: string): void {
  key = nextKey
  status.showLoading()
  detail.open(key)
  restart()
}

function close(): void {
  polling.abort()
  detail.close()
  latest = undefined
  pages = undefined
  shown.replace([])
  status.clear()
  draw()
}

/** Begins again at the first page, because other devices are to be shown, or in another order. */
function restart(): void {
  polling.abort()
  polling = new AbortController()
  isFirstAnswer = true
  const isNear = (id: string) => (current().layout === 'table' ? table.isNear(id) : wall.isNear(id))
  pages = createPages(key, fleetQuery(current()), { onAnswer, onFailure, isNear }, polling.signal)
}

function current(): View {
  return { ...view.current(), layout: view.current().layout ?? defaultLayout }
}

function onView(next: View, previous: View): void {
  filters.show(next)
  detail.show(next.device)
  const isSameList = fleetQuery(withDefault(next)) === fleetQuery(withDefault(previous))
  if (key !== '' && !isSameList) restart()
  draw()
}

function withDefault(given: View): View {
  return { ...given, layout: given.layout ?? defaultLayout }
}

function onAnswer(fleet: Fleet, added: readonly FleetDevice[]): void {
  latest = fleet
  const layout = fleet.counts.all > MOST_CARDS ? 'table' : 'cards'
  if (layout !== defaultLayout) {
    defaultLayout = layout
    if (view.current().layout === undefined) {
      restart()
      return
    }
  }
  const devices = pages?.devices() ?? []
  let waiting = 0
  if (isFirstAnswer || !isHeld()) shown.replace(devices)
  else waiting = shown.update(devices, added)
  isFirstAnswer = false
  setText(changesButton, waiting === 1 ? '1 change: show' : `${waiting} changes: show`)
  changesButton.hidden = waiting === 0
  status.showProgress(fleet, Date.now())
  draw()
}

/** Rows stay where they are while somebody points at them, or has the focus in them. */
function isHeld(): boolean {
  const isPointedAt = matchMedia('(hover: hover)').matches && list.matches(':hover')
  return shown.devices().length > 0 && (isPointedAt || list.contains(document.activeElement))
}

function showLatest(): void {
  shown.replace(pages?.devices() ?? [])
  changesButton.hidden = true
  draw()
}

function onFailure(failure: Failure): void {
  if (!rejectKey(failure.status)) status.showUnavailable()
}

function draw(): void {
  const given = current()
  const isTable = given.layout === 'table'
  byId('wall', HTMLElement).hidden = isTable
  byId('table', HTMLTableElement).hidden = !isTable || shown.devices().length === 0
  wall.show(isTable ? [] : shown.devices(), latest?.total ?? 0)
  table.show(isTable ? shown.devices() : [], pages?.sites() ?? new Map(), given, latest?.total ?? 0)
  filters.showCounts(latest, shown.devices().length, given)
  more.show(pages?.hasNext() ?? false)
}

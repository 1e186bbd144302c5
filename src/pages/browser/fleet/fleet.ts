import { byId } from '../shared/elements.ts'
import { attachKeyBox } from '../shared/key-box.ts'
import type { Failure } from '../shared/request.ts'
import { createCardWall } from './card-wall.ts'
import { createDetail } from './detail.ts'
import { attachFilters } from './filters.ts'
import { createFleet } from './known-fleet.ts'
import { type Page, pollRepeatedly } from './polling.ts'
import { createStatus } from './status.ts'

const wall = createCardWall(byId('wall', HTMLElement))
const status = createStatus()
const filters = attachFilters(showMatches)
let fleet = createFleet()
let polling = new AbortController()
const detail = createDetail((id) => fleet.findDevice(id))

const rejectKey = attachKeyBox({
  open,
  close,
  missingScope: 'This key cannot read devices. It needs the scope device:read.',
})

function open(key: string): void {
  polling = new AbortController()
  status.showLoading()
  detail.open(key)
  void pollRepeatedly(key, { onPage, onFailure }, polling.signal)
}

function onFailure(failure: Failure): void {
  if (!rejectKey(failure.status)) status.showUnavailable()
}

function close(): void {
  polling.abort()
  detail.close()
  fleet = createFleet()
  status.clear()
  showMatches()
}

function onPage({ devices, total, cycle, endsCycle, isWhole }: Page): void {
  fleet.update(devices, cycle)
  // A device that moves to another page during a polling cycle is missing from that cycle, but not from two.
  if (endsCycle) fleet.dropBefore(isWhole ? cycle : cycle - 1)
  status.showProgress({ known: fleet.counts().all, total, atMs: Date.now() })
  showMatches()
  detail.update()
}

function showMatches(): void {
  const { state, search } = filters.current()
  const matches = fleet.find(state, search)
  filters.showCounts(fleet.counts(), matches.length)
  wall.show(matches)
}

import type { FleetDevice, FleetSite } from '#dist/monitoring/fleet/schema.js'
import { cloneTemplate, part, setText } from '../shared/elements.ts'
import {
  describeUptime,
  localTime,
  onlineOf,
  remarksOf,
  seenOf,
  sinceOf,
  siteNameOf,
  siteRemarks,
  uptimeText,
  zoneOf,
} from './describe.ts'
import { cellsOf, drawBar, type Span, spanOf } from './history-bar.ts'
import type { FleetRow } from './sections.ts'
import { DAY_MS } from './times.ts'
import { STATE_NAMES } from './view.ts'

const CELLS = 96

/** Creates an empty row for a device or a site. */
export function rowFor(row: FleetRow): HTMLElement {
  const created = cloneTemplate('device' in row ? 'device-row' : 'site-row')
  created.dataset['key'] = row.key
  if ('device' in row) created.dataset['device'] = row.device.id
  return created
}

/** How a row depends on those around it. */
interface Place {
  /** Whether the Tab key reaches it. */
  readonly isTabStop: boolean
  /** Whether the row above says the same. */
  readonly isRepeated: boolean
}

/** Shows a device. */
export function fillRow(row: HTMLElement, device: FleetDevice, nowMs: number, place: Place): void {
  if (row.dataset['state'] !== device.state) {
    row.dataset['state'] = device.state
    part(row, 'icon').setAttribute('href', `#${device.state}`)
    setText(part(row, 'state'), STATE_NAMES[device.state])
  }
  setText(part(row, 'since'), device.state === 'online' ? '' : sinceOf(device, nowMs))
  const name = part<HTMLAnchorElement>(row, 'name')
  setText(name, device.name)
  const href = `?device=${encodeURIComponent(device.id)}`
  if (name.getAttribute('href') !== href) name.setAttribute('href', href)
  name.tabIndex = place.isTabStop ? 0 : -1
  setText(part(row, 'remarks'), place.isRepeated ? '' : remarksOf(device, nowMs))
  setText(part(row, 'site'), siteNameOf(device))
  setText(part(row, 'seen'), seenOf(device, nowMs))
  setText(part(row, 'uptime'), uptimeText(device.history.uptime_30d))
  setText(part(row, 'local-time'), localTime(zoneOf(device), nowMs))
  setText(part(row, 'screen'), device.screen_resolution.replace('x', ' × '))
  fillBar(row, device, nowMs)
}

function fillBar(row: HTMLElement, { history }: FleetDevice, nowMs: number): void {
  const period: Span = { startMs: nowMs - DAY_MS, endMs: nowMs }
  const outages = history.outages.map((outage) => spanOf(outage, nowMs))
  const [unknown, closed] = [history.unknown, history.closed].map((spans) =>
    spans.map((span) => spanOf(span, nowMs)),
  )
  setText(part(row, 'bar-text'), describeUptime(history.uptime_24h, outages, period, '24 hours'))
  drawBar(part<SVGSVGElement>(row, 'bar'), cellsOf(period, CELLS, { outages, unknown, closed }))
}

/** Shows a site: how many of its devices are online, and what else is to be known of it. */
export function fillSiteRow(
  row: HTMLElement,
  site: FleetSite | undefined,
  nowMs: number,
  isTabStop: boolean,
): void {
  const link = part<HTMLAnchorElement>(row, 'site')
  setText(link, site?.name ?? 'No site')
  link.dataset['site'] = site?.id ?? ''
  if (site === undefined) {
    link.removeAttribute('href')
    return
  }
  link.tabIndex = isTabStop ? 0 : -1
  link.setAttribute('href', `?site=${encodeURIComponent(site.id)}`)
  row.classList.toggle('trouble', site.online < site.devices && site.is_open)
  setText(part(row, 'online'), onlineOf(site))
  setText(part(row, 'local-time'), localTime(site.timezone, nowMs))
  setText(part(row, 'remarks'), siteRemarks(site, nowMs))
}

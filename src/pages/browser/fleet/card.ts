import type { FleetDevice, FleetState } from '#dist/monitoring/fleet/schema.js'
import { cloneTemplate, part, setText } from '../shared/elements.ts'
import { formatDay, formatMinutes, formatMoment } from '../shared/format.ts'
import { localTime, seenOf, zoneOf } from './describe.ts'
import { drawScreen } from './screen.ts'
import { STATE_NAMES } from './view.ts'

let cardCount = 0

/** Creates an empty card for a device. */
export function createCard(): HTMLElement {
  const card = cloneTemplate('device-card')
  const name = part(card, 'name')
  name.id = `device-${++cardCount}`
  card.setAttribute('aria-labelledby', name.id)
  return card
}

/** Shows the state of a device on a card. */
export function fillCard(card: HTMLElement, device: FleetDevice, nowMs: number): void {
  if (card.dataset['state'] !== device.state) setState(card, device.state)
  const name = part<HTMLAnchorElement>(card, 'name')
  setTextAndTooltip(name, device.name, device.name)
  name.href = `?device=${encodeURIComponent(device.id)}`
  setText(part(card, 'id'), device.id)
  drawScreen(card, device)
  fillTimes(card, device, nowMs)
  setText(part(card, 'startup'), startupOf(device))
}

function setState(card: HTMLElement, state: FleetState): void {
  card.dataset['state'] = state
  part(card, 'icon').setAttribute('href', `#${state}`)
  setText(part(card, 'state'), STATE_NAMES[state])
}

function fillTimes(card: HTMLElement, device: FleetDevice, nowMs: number): void {
  setTime(
    part<HTMLTimeElement>(card, 'last-seen'),
    device.last_heartbeat_at,
    () => seenOf(device, nowMs),
    'never',
  )
  setTime(part<HTMLTimeElement>(card, 'registered'), device.registered_at, formatDay, 'not yet')
  setTime(part<HTMLTimeElement>(card, 'published'), device.published_at, formatDay, 'not yet')
  const zone = zoneOf(device)
  setText(part(card, 'local-time'), localTime(zone, nowMs))
  setTextAndTooltip(part(card, 'timezone'), cityOf(zone), zone)
}

function setTime(
  element: HTMLTimeElement,
  timestamp: string | null,
  format: (timestamp: string) => string,
  fallback: string,
): void {
  setText(element, timestamp === null ? fallback : format(timestamp))
  if (element.dateTime === (timestamp ?? '')) return
  element.dateTime = timestamp ?? ''
  element.title = timestamp === null ? '' : formatMoment(timestamp)
}

/** Returns the city, for example `Los Angeles`. The local time beside it shows the offset. */
function cityOf(timezone: string): string {
  return timezone.slice(timezone.lastIndexOf('/') + 1).replaceAll('_', ' ')
}

/** Sets a text that may be cut off, and a tooltip with all of it. */
function setTextAndTooltip(element: HTMLElement, text: string, tooltip: string): void {
  setText(element, text)
  if (element.title !== tooltip) element.title = tooltip
}

function startupOf(device: FleetDevice): string {
  const { offline_startup, offline_startup_delay_minutes, open_dev_tools } = device
  const start = offline_startup
    ? `from cache after ${formatMinutes(offline_startup_delay_minutes)}`
    : 'waits for the network'
  return open_dev_tools ? `${start}, with developer tools` : start
}

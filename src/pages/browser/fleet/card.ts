import type { Device } from '#dist/device/schema.js'
import { cloneTemplate, part, setText } from '../shared/elements.ts'
import { formatAge, formatDay, formatMinutes, formatMoment } from '../shared/format.ts'
import { queryOf } from './detail.ts'
import { type KnownDevice, STATE_NAMES, type State } from './known-device.ts'
import { localTime } from './local-time.ts'
import { drawScreen } from './screen.ts'

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
export function fillCard(card: HTMLElement, { device, state }: KnownDevice, nowMs: number): void {
  if (card.dataset['state'] !== state) setState(card, state)
  const name = part<HTMLAnchorElement>(card, 'name')
  setTextAndTooltip(name, device.name, device.name)
  name.href = `?${queryOf(device.id)}`
  setText(part(card, 'id'), device.id)
  drawScreen(card, device)
  fillTimes(card, device, nowMs)
  setText(part(card, 'startup'), startupOf(device))
}

function setState(card: HTMLElement, state: State): void {
  card.dataset['state'] = state
  part(card, 'icon').setAttribute('href', `#${state}`)
  setText(part(card, 'state'), STATE_NAMES[state])
}

function fillTimes(card: HTMLElement, device: Device, nowMs: number): void {
  const age = (timestamp: string) => formatAge(timestamp, nowMs)
  setTime(part<HTMLTimeElement>(card, 'last-seen'), device.last_heartbeat_at, age, 'never')
  setTime(part<HTMLTimeElement>(card, 'registered'), device.registered_at, formatDay, 'not yet')
  setTime(part<HTMLTimeElement>(card, 'published'), device.published_at, formatDay, 'not yet')
  setText(part(card, 'local-time'), localTime(device.timezone, nowMs))
  setTextAndTooltip(part(card, 'timezone'), cityOf(device.timezone), device.timezone)
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

function startupOf(device: Device): string {
  const { offline_startup, offline_startup_delay_minutes, open_dev_tools } = device
  const start = offline_startup
    ? `from cache after ${formatMinutes(offline_startup_delay_minutes)}`
    : 'waits for the network'
  return open_dev_tools ? `${start}, with developer tools` : start
}

import type { Device } from '#dist/device/schema.js'
import { cloneTemplate, part, setText } from '../shared/elements.ts'
import { formatAge, formatDay, formatMinutes, formatMoment } from '../shared/format.ts'
import { type KnownDevice, STATE_NAMES, type State } from './known-device.ts'
import { localTime } from './local-time.ts'
import { drawScreen } from './screen.ts'

/** A check mark, a warning and a dash. Shapes differ, because many people cannot tell colours apart. */
const ICONS: Readonly<Record<State, string>> = {
  online: 'M8 1a7 7 0 1 0 0 14A7 7 0 0 0 8 1ZM4.1 8.2l1.2-1.2 1.8 1.8 3.7-4 1.2 1.1-4.9 5.2Z',
  offline:
    'M8 .6c.5 0 .9.3 1.1.7l6.4 11.8c.5.9-.1 1.9-1.1 1.9H1.6c-1 0-1.6-1-1.1-1.9L6.9 1.3C7.1.9 7.5.6 8 .6ZM7.1 5.3h1.8l-.3 4.5h-1.2ZM7.1 11.2h1.8v1.7H7.1Z',
  never: 'M8 1a7 7 0 1 0 0 14A7 7 0 0 0 8 1Zm0 1.7a5.3 5.3 0 1 1 0 10.6A5.3 5.3 0 0 1 8 2.7ZM5 7.2h6v1.6H5Z',
}

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
  setTextAndTooltip(part(card, 'name'), device.name, device.name)
  setText(part(card, 'id'), device.id)
  drawScreen(card, device)
  fillTimes(card, device, nowMs)
  setText(part(card, 'startup'), startupOf(device))
}

function setState(card: HTMLElement, state: State): void {
  card.dataset['state'] = state
  part(card, 'icon').setAttribute('d', ICONS[state])
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

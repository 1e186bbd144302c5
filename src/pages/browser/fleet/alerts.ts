import type { DeviceAlerts } from '#dist/monitoring/fleet/device-alerts.js'
import { element, part, setText } from '../shared/elements.ts'
import { formatShortMoment } from '../shared/format.ts'
import { isRouteMissing, type request } from '../shared/request.ts'

type Answer = Awaited<ReturnType<typeof request<DeviceAlerts>>>

/** Shows the alerts that were sent about a device, or why there are none to show. After a failure, what was shown before stays. */
export function showAlerts(dialog: HTMLElement, answer: Answer): void {
  const reason = reasonOf(answer)
  if (!answer.isOk && reason === '') return
  const alerts = answer.isOk ? answer.body.data : []
  part(dialog, 'alerts').replaceChildren(...alerts.map((alert) => element('li', '', textOf(alert))))
  part(dialog, 'alerts').hidden = alerts.length === 0
  setText(part(dialog, 'no-alerts'), reason)
  part(dialog, 'alerts-part').hidden = alerts.length === 0 && reason === ''
}

/** Why there are no alerts to show; empty if there is none, or if it may pass. */
function reasonOf(answer: Answer): string {
  if (answer.isOk || answer.status !== 404) return ''
  return isRouteMissing(answer)
    ? 'This service does not tell which alerts were sent.'
    : 'The service no longer has this device.'
}

const WHAT: Readonly<Record<DeviceAlerts['data'][number]['kind'], string>> = {
  opened: 'offline',
  resolved: 'back',
}

/** Such as `25 Nov 2026, 10:07: offline, to kitchen (slack)`. */
function textOf({ sent_at, kind, route, format }: DeviceAlerts['data'][number]): string {
  const receiver = route === format ? route : `${route} (${format})`
  return `${formatShortMoment(sent_at)}: ${WHAT[kind]}, to ${receiver}`
}

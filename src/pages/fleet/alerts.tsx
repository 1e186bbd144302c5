import type { DeviceAlerts } from '#dist/fleet/device-alerts.js'
import { formatAt } from './times.ts'

interface AlertsProps {
  readonly alerts: DeviceAlerts['data']
  readonly zone: string
}

/** The alerts that were sent about a device. */
export function Alerts({ alerts, zone }: AlertsProps) {
  if (alerts.length === 0) return null
  return (
    <div class="alerts">
      <h3>Alerts sent</h3>
      <ul class="small">
        {alerts.map((alert) => (
          <li key={`${alert.sent_at} ${alert.kind} ${alert.route}`}>{textOf(alert, zone)}</li>
        ))}
      </ul>
    </div>
  )
}

/** A text such as `25 Nov, 10:07: offline, to kitchen (slack)`. */
function textOf({ sent_at, kind, route, format }: DeviceAlerts['data'][number], zone: string): string {
  const receiver = route === format ? route : `${route} (${format})`
  return `${formatAt(Date.parse(sent_at), 'moment', zone)}: ${kind === 'opened' ? 'offline' : 'back'}, to ${receiver}`
}

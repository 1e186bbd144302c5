import { Gauge, type Registry } from 'prom-client'
import type { FleetFigures } from './fleet-figures.ts'

/** Figures are read at most once in this time, however often metrics are scraped. */
const LIFE_MS = 10_000

/** Adds metrics of the fleet. They are read from the database, so each process has the same ones, also after a restart. */
export function addFleetMetrics(registers: Registry[], readFigures: () => Promise<FleetFigures>): void {
  const latest = keepFor(LIFE_MS, readFigures)
  // The database may be unavailable. The other metrics are served nevertheless.
  const find = () => latest().catch(() => undefined)

  /** @param label the name of the label, if `read` returns several values */
  function addGauge(
    name: string,
    help: string,
    read: (figures: FleetFigures) => number | undefined | Readonly<Record<string, number>>,
    label?: string,
  ): void {
    new Gauge({
      name,
      help,
      labelNames: label ? [label] : [],
      registers,
      aggregator: 'first',
      async collect() {
        const figures = await find()
        const values = figures && read(figures)
        this.reset()
        if (typeof values === 'number') this.set(values)
        else if (label)
          for (const [name, value] of Object.entries(values ?? {})) this.set({ [label]: name }, value)
        else this.remove()
      },
    })
  }

  addGauge(
    'signage_devices',
    'Devices that are online, offline, asleep (silent while their site is closed), or were never connected.',
    ({ devices }) => devices,
    'state',
  )
  addGauge(
    'signage_last_heartbeat_timestamp_seconds',
    'The newest heartbeat of any device.',
    ({ lastHeartbeatMs }) => lastHeartbeatMs && lastHeartbeatMs / 1000,
  )
  addGauge(
    'signage_incidents_open',
    'Incidents that have not ended: silent devices, silent sites, or a silent feed of heartbeats.',
    ({ openIncidents }) => openIncidents,
    'kind',
  )
  addGauge(
    'signage_alert_routes',
    'Routes of alerts that work, that fail, or that are off because nothing could be sent to them.',
    ({ alertRoutes }) => alertRoutes,
    'state',
  )
  addGauge(
    'signage_alerts_waiting',
    'Alerts that were neither sent nor given up.',
    ({ waitingAlerts }) => waitingAlerts,
  )
  addGauge(
    'signage_alert_longest_wait_seconds',
    'How long the oldest waiting alert has waited; 0 if none does.',
    ({ longestWaitMs }) => longestWaitMs / 1000,
  )
}

/** Caches a result for some time. */
function keepFor<Result>(lifeMs: number, read: () => Promise<Result>): () => Promise<Result> {
  let kept: { readonly sinceMs: number; readonly result: Promise<Result> } | undefined
  return () => {
    const nowMs = performance.now()
    if (kept === undefined || nowMs - kept.sinceMs >= lifeMs) kept = { sinceMs: nowMs, result: read() }
    return kept.result
  }
}

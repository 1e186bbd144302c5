import { LRUCache } from 'lru-cache'
import { Gauge, type Registry } from 'prom-client'
import { describeStates } from '../fleet/states.ts'
import type { FleetFigures } from './fleet-figures.ts'

/** Figures are read at most once in this time, however often metrics are scraped. */
const LIFE_MS = 10_000

interface FleetGauge {
  readonly name: string
  readonly help: string
  /** The name of the label, if `read` returns several values. */
  readonly label?: string
  readonly read: (figures: FleetFigures) => number | undefined | Readonly<Record<string, number>>
}

const FLEET_GAUGES: readonly FleetGauge[] = [
  {
    name: 'signage_devices',
    help: `Devices in each state: ${describeStates()}.`,
    label: 'state',
    read: ({ devices }) => devices,
  },
  {
    name: 'signage_last_heartbeat_timestamp_seconds',
    help: 'The newest heartbeat of any device.',
    read: ({ lastHeartbeatMs }) => lastHeartbeatMs && lastHeartbeatMs / 1000,
  },
  {
    name: 'signage_incidents_open',
    help: 'Incidents that have not ended: silence of a device, of a site, or of most of the fleet (`feed`).',
    label: 'kind',
    read: ({ openIncidents }) => openIncidents,
  },
  {
    name: 'signage_alert_routes',
    help: 'Alert routes that work, that fail, or that are off because nothing could be sent to them.',
    label: 'state',
    read: ({ alertRoutes }) => alertRoutes,
  },
  {
    name: 'signage_alerts_waiting',
    help: 'Alerts that were neither sent nor given up.',
    read: ({ waitingAlerts }) => waitingAlerts,
  },
  {
    name: 'signage_alert_longest_wait_seconds',
    help: 'How long the oldest waiting alert has waited; 0 if none does.',
    read: ({ longestWaitMs }) => longestWaitMs / 1000,
  },
]

/** Adds metrics of the fleet. They are read from the database, so each process has the same ones, also after a restart. */
export function addFleetMetrics(registers: Registry[], readFigures: () => Promise<FleetFigures>): void {
  const kept = new LRUCache<'figures', FleetFigures>({ max: 1, ttl: LIFE_MS, fetchMethod: readFigures })
  // The database may be unavailable. The other metrics are served nevertheless.
  const find = () => kept.fetch('figures').catch(() => undefined)
  for (const gauge of FLEET_GAUGES) addGauge(gauge, registers, find)
}

function addGauge(
  { name, help, label, read }: FleetGauge,
  registers: Registry[],
  find: () => Promise<FleetFigures | undefined>,
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
        for (const [value, count] of Object.entries(values ?? {})) this.set({ [label]: value }, count)
      // Without labels, `reset` sets 0, which would be a value.
      else this.remove()
    },
  })
}

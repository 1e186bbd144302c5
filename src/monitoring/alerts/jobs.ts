import type { Proxies } from '../../lib/http-client/proxies.ts'
import type { Clock } from '../../lib/time/clock.ts'
import { SECOND_MS } from '../../lib/time/durations.ts'
import type { Database } from '../../storage/database.ts'
import type { Job } from '../../storage/jobs/job.ts'
import { type DeliveryOptions, deliver } from './delivery/deliver.ts'
import { isDeliveryDue } from './delivery/due.ts'
import type { RouteChange } from './delivery/route-health.ts'
import { RUN } from './delivery/times.ts'
import { isMessageDue, writeMessages } from './outbox/write.ts'
import { alertRetention } from './retention.ts'

export interface AlertJobsOptions {
  readonly database: Database
  readonly clock: Clock
  /** The address of the service, for links; empty if it is unknown. */
  readonly publicUrl: string
  /** Internal addresses, or ranges of them, that messages may be sent to. */
  readonly webhookAllow: readonly string[]
  readonly proxies?: Proxies
  readonly onAttempt?: DeliveryOptions['onAttempt']
  readonly onRouteChange: (change: RouteChange) => void
}

/** The jobs of alerts: one writes messages when they are due, the other sends them. */
export function alertJobs(options: AlertJobsOptions): readonly Job[] {
  const { database, clock, onAttempt, onRouteChange: onChange } = options
  return [
    {
      name: 'alerts',
      intervalMs: 5 * SECOND_MS,
      leaseMs: 5 * SECOND_MS,
      timeLimitMs: 60 * SECOND_MS,
      isDue: () => isMessageDue(database, clock()),
      run: (write) => writeMessages(options, write, clock()),
    },
    {
      name: 'alert-delivery',
      intervalMs: SECOND_MS,
      ...RUN,
      isDue: () => isDeliveryDue(database, clock()),
      run: (write, signal) => deliver(write, signal, { ...options, onAttempt, onChange }),
    },
    alertRetention(database, clock),
  ]
}

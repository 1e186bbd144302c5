import { SECOND_MS } from '../../lib/time/durations.ts'
import type { Job } from '../../storage/jobs/job.ts'
import { type DeliveryOptions, deliver } from './delivery/deliver.ts'
import { isDeliveryDue } from './delivery/due.ts'
import { RUN } from './delivery/times.ts'
import { isMessageDue, writeMessages } from './outbox/write.ts'

/** The jobs of alerts: one writes messages when they are due, the other sends them. */
export function alertJobs(options: DeliveryOptions): readonly Job[] {
  const { database, clock } = options
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
      run: (write, signal) => deliver(write, signal, options),
    },
  ]
}

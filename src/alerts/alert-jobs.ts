import { SECOND_MS } from '../lib/time/durations.ts'
import type { Job } from '../storage/jobs/job.ts'
import { type DeliveryOptions, deliver } from './delivery/deliver.ts'
import { isDeliveryDue } from './delivery/queries.ts'
import { SENDING_MS } from './delivery/send.ts'
import { planMessages } from './outbox/plan.ts'
import { addMessages } from './outbox/queries.ts'

/** The jobs of alerts: one writes messages when they are due, the other sends them. */
export function alertJobs(options: DeliveryOptions): readonly [planning: Job, delivery: Job] {
  const { database, clock } = options
  return [
    {
      name: 'alert-planning',
      intervalMs: 5 * SECOND_MS,
      leaseMs: 5 * SECOND_MS,
      timeLimitMs: 60 * SECOND_MS,
      isDue: async () => (await planMessages(database, clock())).length > 0,
      async run(write) {
        // While this process holds the lease, no other process writes messages, so the plan is still correct when it is written.
        const nowMs = clock()
        const messages = await planMessages(database, nowMs)
        await write(() => addMessages(messages, nowMs))
      },
    },
    {
      name: 'alert-delivery',
      intervalMs: SECOND_MS,
      // The lease is longer than a run, so that no other process sends the same messages.
      leaseMs: 3 * SENDING_MS,
      timeLimitMs: 2 * SENDING_MS,
      isDue: () => isDeliveryDue(database, clock()),
      run: (write, signal) => deliver(write, signal, options),
    },
  ]
}

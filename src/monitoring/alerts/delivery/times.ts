import { SECOND_MS } from '../../../lib/time/durations.ts'
import { LONGEST_RUN_MS } from '../../../storage/jobs/job.ts'

/** How long sending a message may take, from resolving the name of its receiver to the end of the answer. */
export const SENDING_MS = 15 * SECOND_MS

/** How long it may take to record how that went. */
const RECORDING_MS = 5 * SECOND_MS

/** A run takes no more messages after this time, so that those on their way then are sent and recorded before it must end. */
export const TAKING_MS = LONGEST_RUN_MS - SENDING_MS - RECORDING_MS

/** The lease is longer than a run: no other process sends what is on its way. */
export const RUN = { timeLimitMs: LONGEST_RUN_MS, leaseMs: LONGEST_RUN_MS + 10 * SECOND_MS }

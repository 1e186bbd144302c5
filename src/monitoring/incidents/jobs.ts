import type { Clock } from '../../lib/time/clock.ts'
import type { Database } from '../../storage/database.ts'
import type { Job } from '../../storage/jobs/job.ts'
import type { Verdict } from './judge.ts'
import { incidentRetention } from './retention.ts'
import { incidentSweep } from './sweep.ts'

/** The jobs of incidents. @param onStored called with what changed, once it is stored */
export function incidentJobs(
  database: Database,
  clock: Clock,
  onStored?: (verdict: Verdict) => void,
): readonly Job[] {
  return [incidentSweep(database, clock, onStored), incidentRetention(database, clock)]
}

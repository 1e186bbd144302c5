import type { Clock } from '../clock.ts'
import type { Job } from '../jobs/jobs.ts'
import type { Database } from '../storage/database.ts'
import { incidentRetention } from './retention.ts'
import { incidentSweep } from './sweep.ts'

/** The jobs of incidents. */
export function incidentJobs(database: Database, clock: Clock): readonly Job[] {
  return [incidentSweep(database, clock), incidentRetention(database, clock)]
}

import { requireAgreement } from './agreement.ts'
import type { Contestant, Letter } from './contestants.ts'
import { type Bench, measureInTurn, type Rounds } from './measure.ts'
import { progress } from './progress.ts'
import type { Workload } from './workloads.ts'

/** What was measured of all servers under one workload. */
export interface Comparison {
  readonly workload: Workload
  readonly rounds: Rounds<Letter>
}

/**
 * Measures all servers under each workload.
 * @throws {Fault} before anything is measured, if they do not answer alike
 */
export async function compare(
  bench: Bench,
  contestants: readonly Contestant[],
  workloads: readonly Workload[],
): Promise<Comparison[]> {
  for (const workload of workloads) await requireAgreement(workload, contestants)
  progress('All servers give the same answers.')
  const comparisons: Comparison[] = []
  for (const workload of workloads) {
    progress(`Measuring ${workload.title} …`)
    const entries = contestants.map(({ letter, server }) => ({ key: letter, server, workload }))
    comparisons.push({ workload, rounds: await measureInTurn(bench, entries) })
  }
  return comparisons
}

import { requireAgreement } from './agreement.ts'
import type { Contestant, Letter } from './contestants.ts'
import { type Bench, measureInRounds, type Rounds, type Stage, type Trial } from './measure.ts'
import { progress } from './progress.ts'
import type { Workload } from './workloads.ts'

/** The measurements of all servers under one workload. */
export interface Comparison {
  readonly workload: Workload
  readonly rounds: Rounds<Letter>
}

/**
 * Measures all servers under each workload.
 * @param start starts all servers
 * @returns the measurements, and the servers of the last round, which are still running
 * @throws {Fault} before anything is measured, if the servers do not give the same responses
 */
export async function compare(
  bench: Bench,
  start: () => Promise<Contestant[]>,
  workloads: readonly Workload[],
): Promise<{ comparisons: Comparison[]; contestants: Contestant[] }> {
  let contestants: Contestant[] = []
  const enter = async (round: number): Promise<Stage<Letter>> => {
    await Promise.all(contestants.map(({ server }) => server.stop()))
    contestants = await start()
    if (round === 1) await requireAgreements(workloads, contestants)
    return { trials: workloads.map((workload) => toTrial(workload, contestants)), leave: async () => {} }
  }
  const rounds = workloads.length > 0 ? await measureInRounds(bench, enter) : []
  const comparisons = workloads.map((workload, index) => ({ workload, rounds: rounds[index] ?? [] }))
  return { comparisons, contestants }
}

async function requireAgreements(workloads: readonly Workload[], contestants: readonly Contestant[]) {
  for (const workload of workloads) await requireAgreement(workload, contestants)
  progress('All servers give the same answers.')
}

function toTrial(workload: Workload, contestants: readonly Contestant[]): Trial<Letter> {
  const entries = contestants.map(({ letter, server }) => ({ key: letter, server, workload }))
  return { title: workload.title, entries }
}

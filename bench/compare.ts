import type { ComparedServer, Letter } from './compared-servers.ts'
import { type Bench, measureInRounds, type RoundSetup, type Rounds, type Trial } from './measure.ts'
import { progress } from './progress.ts'
import { requireSameResponses } from './same-responses.ts'
import type { Workload } from './workloads.ts'

/** The measurements of all servers under one workload. */
export interface Comparison {
  readonly workload: Workload
  readonly rounds: Rounds<Letter>
}

/**
 * Measures all servers under each workload.
 * @param start starts all servers
 * @param onChecked called before anything is measured, when all servers have sent the same responses
 * @returns the measurements, and the servers of the last round, which still run
 * @throws {BenchmarkError} before anything is measured, if the servers do not send the same responses
 */
export async function compare(
  bench: Bench,
  start: () => Promise<ComparedServer[]>,
  workloads: readonly Workload[],
  onChecked = () => {},
): Promise<{ comparisons: Comparison[]; servers: ComparedServer[] }> {
  let servers: ComparedServer[] = []
  const setUp = async (round: number): Promise<RoundSetup<Letter>> => {
    await Promise.all(servers.map(({ server }) => server.stop()))
    servers = await start()
    if (round === 1) {
      await requireAllSame(workloads, servers)
      onChecked()
    }
    return { trials: workloads.map((workload) => toTrial(workload, servers)), tearDown: async () => {} }
  }
  const rounds = workloads.length > 0 ? await measureInRounds(bench, setUp) : []
  const comparisons = workloads.map((workload, index) => ({ workload, rounds: rounds[index] ?? [] }))
  return { comparisons, servers }
}

async function requireAllSame(workloads: readonly Workload[], servers: readonly ComparedServer[]) {
  for (const workload of workloads) await requireSameResponses(workload, servers)
  progress('All servers send the same responses.')
}

function toTrial(workload: Workload, servers: readonly ComparedServer[]): Trial<Letter> {
  const entries = servers.map(({ letter, server }) => ({ key: letter, server, workload }))
  return { title: workload.title, entries }
}

import { type Comparison, compare } from './compare.ts'
import { type Files, startComparedServers } from './compared-servers.ts'
import { createDatabase } from './data/database.ts'
import { startHeartbeats } from './load/heartbeats.ts'
import type { Pinning } from './machine/pinning.ts'
import type { Bench } from './measure.ts'
import { ordinaryWorkloads } from './workloads.ts'

/**
 * Measures all servers as they are used: every screen has a key of its own, another process records heartbeats, and
 * this service writes its access log to a pipe that is read.
 */
export async function compareInOrdinaryUse(
  bench: Bench,
  pinning: Pinning,
  files: Files,
): Promise<readonly Comparison[]> {
  const database = `${files.folder}/ordinary.db`
  await createDatabase(database)
  let stopHeartbeats = async () => {}
  const { comparisons, servers } = await compare(
    bench,
    () => startComparedServers(pinning, { ...files, database }, { LOG_LEVEL: 'info' }),
    ordinaryWorkloads,
    () => {
      stopHeartbeats = startHeartbeats(pinning, database)
    },
  )
  await stopHeartbeats()
  await Promise.all(servers.map(({ server }) => server.stop()))
  return comparisons
}

import type { Files } from '../contestants.ts'
import type { Pinning } from '../machine/pinning.ts'
import type { PostgresOfRun } from '../machine/postgres.ts'
import type { Server } from '../machine/server.ts'
import type { Bench } from '../measure.ts'

/** One line of what was measured besides the comparison. */
export interface Figure {
  /** The table in which it stands, if not with the other figures. */
  readonly section?: 'postgres'
  readonly what: string
  readonly target: string
  readonly measured: string
}

/** What the further figures are measured with. */
export interface Setting {
  readonly bench: Bench
  readonly pinning: Pinning
  readonly files: Files
  readonly postgres: PostgresOfRun
  /** How many devices are imported. */
  readonly importedDevices: number
  /** The service of the comparison. */
  readonly service: Server
}

export async function stopAll(servers: readonly Server[]): Promise<void> {
  await Promise.all(servers.map((server) => server.stop()))
}

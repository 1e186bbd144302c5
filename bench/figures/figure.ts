import type { Files } from '../contestants.ts'
import type { Pinning } from '../machine/pinning.ts'
import type { PostgresOfRun } from '../machine/postgres.ts'
import type { Server } from '../machine/server.ts'
import type { Bench } from '../measure.ts'

/** One measurement besides the comparison. It is one line of a table. */
export interface Figure {
  /** The table that it belongs to, if not the one of the other figures. */
  readonly section?: 'postgres'
  readonly what: string
  readonly target: string
  readonly measured: string
}

/** The environment that the further figures are measured in. */
export interface Setting {
  readonly bench: Bench
  readonly pinning: Pinning
  readonly files: Files
  readonly postgres: PostgresOfRun
  /** The number of devices to import. */
  readonly importedDevices: number
  /** The server of this service in the comparison. */
  readonly service: Server
}

export async function stopAll(servers: readonly Server[]): Promise<void> {
  await Promise.all(servers.map((server) => server.stop()))
}

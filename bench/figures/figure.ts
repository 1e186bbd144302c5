import type { Files } from '../compared-servers.ts'
import type { Pinning } from '../machine/pinning.ts'
import type { LazyPostgres } from '../machine/postgres.ts'
import type { Server } from '../machine/server.ts'
import type { Bench } from '../measure.ts'

/** A measurement besides the comparison, as a row of a table. */
export interface Figure {
  /** The table that it belongs to, if it is not the general one. */
  readonly section?: 'postgres'
  readonly what: string
  readonly target: string
  readonly measured: string
}

/** What the measurements besides the comparison need. */
export interface Setting {
  readonly bench: Bench
  readonly pinning: Pinning
  readonly files: Files
  readonly postgres: LazyPostgres
  /** The number of devices to import. */
  readonly importedDevices: number
  /** The server of this service in the comparison. */
  readonly service: Server
}

export async function stopAll(servers: readonly Server[]): Promise<void> {
  await Promise.all(servers.map((server) => server.stop()))
}

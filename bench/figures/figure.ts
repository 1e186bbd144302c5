import type { Files } from '../contestants.ts'
import type { Pinning } from '../machine/pinning.ts'
import type { Server } from '../machine/server.ts'
import type { Bench } from '../measure.ts'

/** One line of what was measured besides the comparison. */
export interface Figure {
  readonly what: string
  readonly target: string
  readonly measured: string
}

/** What the further figures are measured with. */
export interface Setting {
  readonly bench: Bench
  readonly pinning: Pinning
  readonly files: Files
  /** The service of the comparison. */
  readonly service: Server
}

export async function stopAll(servers: readonly Server[]): Promise<void> {
  await Promise.all(servers.map((server) => server.stop()))
}

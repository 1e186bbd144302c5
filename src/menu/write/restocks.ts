import type { Clock } from '../../lib/time/clock.ts'
import { SECOND_MS } from '../../lib/time/durations.ts'
import { isoTime } from '../../lib/time/timestamps.ts'
import type { Database, Statement } from '../../storage/database.ts'
import type { Job } from '../../storage/jobs/job.ts'
import { read } from '../../storage/statements.ts'
import { logDifferences } from './change-log.ts'
import {
  type DueItem,
  findDueItemsQuery,
  hasDueRestock,
  restockDueItemsStatement,
} from './queries/restocks.ts'

/** Puts items back in stock within two seconds of their time, even if a process dies meanwhile. */
export function restockJob(database: Database, clock: Clock): Job {
  return {
    name: 'restocks',
    intervalMs: SECOND_MS,
    leaseMs: SECOND_MS,
    timeLimitMs: 30 * SECOND_MS,
    isDue: () => hasDueRestock(database, clock()),
    run: (write) => write(() => restockDueItems(clock())),
  }
}

/** Puts items back in stock whose time has come, and logs that. */
function* restockDueItems(nowMs: number): Generator<Statement, void> {
  const now = isoTime(nowMs)
  const items = yield* read<DueItem>(findDueItemsQuery(now))
  yield restockDueItemsStatement(now)
  const inStock = { field: 'inStock', from: false, to: true }
  const differences = items.map(({ menu_id, id, name, at: restockAt }) => {
    const fields = [inStock, { field: 'inStockAgainAt', from: restockAt, to: null }]
    return { kind: 'item', action: 'changed', id, name, menu: { id: menu_id }, fields } as const
  })
  yield* logDifferences(differences, { nowMs })
}

import type { FastifyRequest, onRequestAsyncHookHandler } from 'fastify'
import { authenticate, invalidKey, requireScope, type Scheme, type Throttle } from '../auth/authenticate.ts'
import { isValidKey, type Key, type KeyRow, toKey } from '../auth/repository.ts'
import type { Scope } from '../auth/scopes.ts'
import type { Clock } from '../lib/time/clock.ts'
import { readRows } from '../storage/chunks.ts'
import type { Database, DataVersion, Query, Read } from '../storage/database.ts'

/** What a key needs. */
export interface WriteRules<Row extends KeyRow, Target> {
  readonly scheme: Scheme
  readonly scope: Scope
  /**
   * Returns what may be written.
   * @throws {HttpError} if the key may not write it, or there is no such thing
   */
  readonly targetOf: (rows: readonly Row[]) => Target
  /** Whether the fast path may repeat the response, for as long as the key is as found. */
  readonly isRepeatable?: true
}

interface WriteAccess<Row extends KeyRow, Target> extends WriteRules<Row, Target> {
  /** A query for the key with this hash, and for what it may write of what the request names. */
  readonly query: (keyHash: string, request: FastifyRequest) => Query
  /** One that costs less, and may also find what `query` does not: for the decision before the body is read. */
  readonly quickQuery?: (keyHash: string, request: FastifyRequest) => Query
}

interface Found<Row> {
  readonly query: Query
  readonly rows: readonly Row[]
  /** The earliest data version for which the key is as found, if the response is repeatable; see `Database.dataVersion`. */
  readonly dataVersion: DataVersion | undefined
}

/** A key, and what it may write. */
export interface Authorized<Target> {
  readonly key: Key
  readonly target: Target
}

/**
 * Creates a function that makes the hooks of a route that writes. They run before the body is read: 401 without
 * a key, 403 without its scope, 404 for what the key may not write. The same is decided again when the change is made.
 */
export function createAuthorization(database: Database, clock: Clock, throttle: Throttle) {
  return <Row extends KeyRow, Target>({
    query: queryOf,
    quickQuery,
    isRepeatable,
    ...rules
  }: WriteAccess<Row, Target>) => {
    const read = ({ sql, parameters = [] }: Query) => database.all<Row>(sql, ...parameters)
    const lookup = async (keyHash: string, request: FastifyRequest) => {
      const dataVersion = isRepeatable && (await database.dataVersion())
      const query = queryOf(keyHash, request)
      const rows = await read(quickQuery?.(keyHash, request) ?? query)
      return { key: toKey(rows[0]), found: { query, rows, dataVersion } }
    }
    const guard = authenticate<Found<Row>>({ ...rules, clock, throttle, lookup })
    const rejectUnlessFound: onRequestAsyncHookHandler = async (request) => {
      rules.targetOf(guard.found(request).rows)
    }

    return {
      hooks: [guard.hook, rejectUnlessFound],
      targetOf: (request: FastifyRequest) => rules.targetOf(guard.found(request).rows),
      dataVersion: (request: FastifyRequest) => guard.found(request).dataVersion,
      /** Decides again, without a change. @throws {HttpError} if the key may not write this any more */
      async checkAgain(request: FastifyRequest): Promise<void> {
        authorizeRows(rules, await read(guard.found(request).query), clock)
      },
      /** With this query, the same is decided again; see `authorizeAgain`. */
      queryOf: (request: FastifyRequest) => guard.found(request).query,
    }
  }
}

/** Decides again in the transaction that makes the change: much may have happened while the body arrived. */
export function* authorizeAgain<Row extends KeyRow, Target>(
  rules: WriteRules<Row, Target>,
  query: Query,
  clock: Clock,
): Generator<Read, Authorized<Target>> {
  return authorizeRows(rules, yield* readRows<Row>(query), clock)
}

function authorizeRows<Row extends KeyRow, Target>(
  { scheme, scope, targetOf }: WriteRules<Row, Target>,
  rows: readonly Row[],
  clock: Clock,
): Authorized<Target> {
  const key = toKey(rows[0])
  if (key === undefined || !isValidKey(key, clock)) throw invalidKey(scheme, true)
  requireScope(key, scope)
  return { key, target: targetOf(rows) }
}

import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyRequest, onRequestAsyncHookHandler } from 'fastify'
import { createFairQueue, SMALL_CHANGE_LIMITS } from '../http/fair-queue.ts'
import { HttpError, NO_STORE } from '../http/http-error.ts'
import type { Clock } from '../lib/time/clock.ts'
import type { Query, Read, Statement } from '../storage/database.ts'
import { read } from '../storage/statements.ts'
import type { WriteQueue } from '../storage/write-queue.ts'
import { createGuard, invalidKeyError, keyIdOf, type RouteContext, requireScope } from './guard.ts'
import type { RateLimiters } from './rate-limiters.ts'
import { isValidKey, type Key, type KeyRow, toKey } from './repository.ts'
import type { Scheme } from './requirement.ts'
import type { Scope } from './scopes.ts'

/** The parts that all routes that write share. */
export interface WriteRouteContext {
  readonly createWriteGuard: ReturnType<typeof createWriteGuardFactory>
  readonly clock: Clock
}

/** An app whose requests are typed by their schemas. */
export type WriteRouteApp = Parameters<FastifyPluginAsyncTypebox>[0]

/** A key, and the id of what the key may write; null if it may not. */
export type KeyAndTargetRow = KeyRow & { readonly target_id: string | null }

/** Creates a `requireTarget` that returns the id of what the key may write, or throws a 404 with this message. */
export function requireTargetId(notFound: string) {
  return ([row]: readonly KeyAndTargetRow[]): string => {
    if (typeof row?.target_id === 'string') return row.target_id
    throw new HttpError(404, notFound)
  }
}

/** What a route that writes requires of a key. */
export interface WriteRequirement<Row extends KeyRow, Target> {
  readonly scheme: Scheme
  readonly scope: Scope
  /** Returns the object that may be written. @throws {HttpError} if it does not exist, or the key may not write it */
  readonly requireTarget: (rows: readonly Row[]) => Target
  /** Whether the limit of changes counts such requests; by default true. */
  readonly countsAsChange?: boolean
  /** Whether to read the content version, which the fast path needs to remember the response. */
  readonly readsContentVersion?: true
}

interface WriteGuardOptions<Row extends KeyRow, Target> extends WriteRequirement<Row, Target> {
  /** A query for the key with this hash, and for those objects of the request that the key may change. */
  readonly query: (keyHash: string, request: FastifyRequest) => Query
}

/** A key, with the object that it may write. */
export interface Authorized<Target> {
  readonly key: Key
  readonly target: Target
}

type WriteGuardFactoryOptions = RateLimiters & RouteContext & { readonly writeQueue: WriteQueue }

/**
 * Creates a function that makes the guard of a route that writes. Its hooks run before the body is read. They respond with 401
 * without a valid key, 403 if the key lacks the scope of the route, 404 if the key may not write the object, and 429 after too many
 * changes. Before it changes anything, `write` checks the key, its scope and the object again, in the transaction. Responses have `Cache-Control: no-store`.
 */
export function createWriteGuardFactory(options: WriteGuardFactoryOptions) {
  const { database, clock, limitRate, limitChangeRate, writeQueue } = options
  return <Row extends KeyRow, Target>({
    query: queryOf,
    countsAsChange = true,
    readsContentVersion,
    ...requirement
  }: WriteGuardOptions<Row, Target>) => {
    const lookup = async (keyHash: string, request: FastifyRequest) => {
      // Read before the key, because the fast path remembers the response for as long as the key is unchanged.
      const contentVersion = readsContentVersion && (await database.contentVersion())
      // `authorizeAgain` runs this query again.
      const authorizationQuery = queryOf(keyHash, request)
      const rows = await database.all<Row>(authorizationQuery)
      return { key: toKey(rows[0]), data: { authorizationQuery, rows, contentVersion } }
    }
    const { hook: authenticate, dataOf } = createGuard({ ...requirement, clock, limitRate, lookup })
    const targetOf = (request: FastifyRequest) => requirement.requireTarget(dataOf(request).rows)
    const enqueue = createFairQueue(SMALL_CHANGE_LIMITS)
    const admitWrite: onRequestAsyncHookHandler = async (request, reply) => {
      targetOf(request)
      if (countsAsChange) await limitChangeRate(request)
      reply.headers(NO_STORE)
    }

    return {
      authenticate,
      admitWrite,
      hooks: [authenticate, admitWrite],
      dataOf,
      /** The object that the request may write. */
      targetOf,
      /** Makes a small change when it is its turn, unless the key may not make it any more. @throws {HttpError} in that case */
      write: <Result>(
        request: FastifyRequest,
        createStatements: (authorized: Authorized<Target>) => Generator<Statement, Result>,
      ): Promise<Result> =>
        enqueue(keyIdOf(request), () =>
          writeQueue.write(function* () {
            const { authorizationQuery } = dataOf(request)
            return yield* createStatements(yield* authorizeAgain(requirement, authorizationQuery, clock))
          }),
        ),
      /** Checks again, without a change. @throws {HttpError} if the key may not write this any more */
      async requireStillAuthorized(request: FastifyRequest): Promise<void> {
        authorizeRows(requirement, await database.all<Row>(dataOf(request).authorizationQuery), clock)
      },
    }
  }
}

/** Checks again in the transaction that makes the change, because keys or access may have changed since the hooks ran. */
export function* authorizeAgain<Row extends KeyRow, Target>(
  requirement: WriteRequirement<Row, Target>,
  authorizationQuery: Query,
  clock: Clock,
): Generator<Read, Authorized<Target>> {
  return authorizeRows(requirement, yield* read<Row>(authorizationQuery), clock)
}

function authorizeRows<Row extends KeyRow, Target>(
  { scheme, scope, requireTarget }: WriteRequirement<Row, Target>,
  rows: readonly Row[],
  clock: Clock,
): Authorized<Target> {
  const key = toKey(rows[0])
  if (key === undefined || !isValidKey(key, clock)) throw invalidKeyError(scheme, true)
  requireScope(key, scope)
  return { key, target: requireTarget(rows) }
}

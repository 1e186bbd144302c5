import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { Clock } from '../lib/time/clock.ts'
import type { WriteQueue } from '../storage/jobs/write-queue.ts'
import type { createAuthorization } from './authorization.ts'
import type { RateLimiters } from './rate-limits.ts'

/** The parts that all routes that write share. */
export interface WriteRouteContext extends Pick<RateLimiters, 'limitChangeRate'> {
  readonly authorize: ReturnType<typeof createAuthorization>
  readonly clock: Clock
  readonly queue: WriteQueue
  readonly deviceBasePath: string
  readonly menuBasePath: string
}

/** An app whose requests are typed by their schemas. */
export type WriteRouteApp = Parameters<FastifyPluginAsyncTypebox>[0]

import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { keyOf } from '../../auth/authenticate.ts'
import type { Throttles } from '../../auth/rate-limits.ts'
import { canonicalDeviceId } from '../../device/schema.ts'
import type { Clock } from '../../lib/time/clock.ts'
import type { MutedKind } from '../../monitoring/alerts/mutes.ts'
import type { Query } from '../../storage/database.ts'
import type { WriteQueue } from '../../storage/jobs/write-queue.ts'
import type { createAdmission } from '../admission.ts'
import { parseBody } from '../bodies/body.ts'
import { MAX_SMALL_BODY_BYTES } from '../bodies/body-limits.ts'
import { createTurns, SMALL_CHANGES } from '../menus/turns.ts'
import { findDeviceAccess, findSiteAccess, findSiteOfAnyDevice } from '../repository.ts'
import { muteSchemas } from '../routes.ts'
import { MUTE_RULES, type MuteAccessRow, readMuteEnd, writeMute } from './mutes.ts'

const HEADERS = { 'cache-control': 'no-store' }

interface MuteRoutesOptions extends Pick<Throttles, 'throttleChange'> {
  readonly admit: ReturnType<typeof createAdmission>
  readonly queue: WriteQueue
  readonly clock: Clock
  readonly deviceBasePath: string
}

const idOf = ({ params }: FastifyRequest) => (params as { id: string }).id
type FindAccess = (keyHash: string, request: FastifyRequest) => Query
const QUERIES: Readonly<Record<MutedKind, { readonly query: FindAccess; readonly quickQuery?: FindAccess }>> =
  {
    device: {
      query: (keyHash, request) => findDeviceAccess(keyHash, canonicalDeviceId(idOf(request))),
    },
    // A site may have thousands of devices, and the changes of a key are not limited before it is known.
    site: {
      query: (keyHash, request) => findSiteAccess(keyHash, idOf(request)),
      quickQuery: (keyHash, request) => findSiteOfAnyDevice(keyHash, idOf(request)),
    },
  }

/** Adds the routes that mute and unmute a device or a site. */
export function addMuteRoutes(instance: FastifyInstance, kind: MutedKind, options: MuteRoutesOptions): void {
  const { admit, queue, clock, deviceBasePath, throttleChange } = options
  const app = instance.withTypeProvider<TypeBoxTypeProvider>()
  const url = `${deviceBasePath}/${kind}s/:id/mute`
  const guard = admit<MuteAccessRow, string>({ ...MUTE_RULES[kind], ...QUERIES[kind] })
  const inTurn = createTurns(SMALL_CHANGES)
  const write = (request: FastifyRequest, untilMs: number | undefined) =>
    inTurn(keyOf(request)?.id ?? '', () =>
      queue.write(() => writeMute(kind, guard.queryOf(request), untilMs, clock)),
    )
  const shared = { bodyLimit: MAX_SMALL_BODY_BYTES, onRequest: [...guard.hooks, throttleChange] }

  const putRoute = { ...shared, schema: muteSchemas[kind].put, preValidation: parseBody }
  app.put(url, putRoute, async (request, reply) => {
    const untilMs = readMuteEnd(request.body, clock())
    await write(request, untilMs)
    reply.headers(HEADERS)
    return { muted_until: new Date(untilMs).toISOString() }
  })

  app.delete(url, { ...shared, schema: muteSchemas[kind].delete }, async (request, reply) => {
    await write(request, undefined)
    return reply.code(204).headers(HEADERS).send(null)
  })
}

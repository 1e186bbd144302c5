import type { FastifyRequest } from 'fastify'
import { keyOf } from '../../auth/authenticate.ts'
import { canonicalDeviceId } from '../../device/schema.ts'
import { pathParameter } from '../../http/path-parameter.ts'
import type { PlaceKind } from '../../monitoring/alerts/mutes.ts'
import type { Query } from '../../storage/database.ts'
import type { WriteQueue } from '../../storage/jobs/write-queue.ts'
import { parseBody } from '../bodies/body.ts'
import { MAX_SMALL_BODY_BYTES } from '../bodies/body-limits.ts'
import type { ChangeApp, ChangeContext } from '../context.ts'
import { deviceAccessQuery, siteAccessQuery, siteOfAnyDeviceQuery } from '../repository.ts'
import { HEADERS } from '../responses.ts'
import { createTurns, SMALL_CHANGES } from '../turns.ts'
import { MUTE_RULES, type MuteAccessRow, readMuteEnd, writeMute } from './mutes.ts'
import { muteSchemas } from './route-schemas.ts'

const idOf = (request: FastifyRequest) => pathParameter(request, 'id')
type FindAccess = (keyHash: string, request: FastifyRequest) => Query
const QUERIES: Readonly<Record<PlaceKind, { readonly query: FindAccess; readonly quickQuery?: FindAccess }>> =
  {
    device: {
      query: (keyHash, request) => deviceAccessQuery(canonicalDeviceId(idOf(request)), keyHash),
    },
    // A site may have thousands of devices, and the changes of a key are not limited before it is known.
    site: {
      query: (keyHash, request) => siteAccessQuery(idOf(request), keyHash),
      quickQuery: (keyHash, request) => siteOfAnyDeviceQuery(idOf(request), keyHash),
    },
  }

interface MuteContext extends ChangeContext {
  readonly queue: WriteQueue
}

/** Adds the routes that mute and unmute a device or a site. */
export function addMuteRoutes(app: ChangeApp, kind: PlaceKind, context: MuteContext): void {
  const { authorize, queue, clock, deviceBasePath, throttleChange } = context
  const url = `${deviceBasePath}/${kind}s/:id/mute`
  const guard = authorize<MuteAccessRow, string>({ ...MUTE_RULES[kind], ...QUERIES[kind] })
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

import type { FastifyRequest } from 'fastify'
import { keyOf } from '../../auth/authenticate.ts'
import type { ChangeApp, ChangeContext } from '../../auth/change-context.ts'
import { deviceAccessQuery } from '../../device/queries/writable.ts'
import { canonicalDeviceId } from '../../device/schema.ts'
import { parseBody } from '../../http/bodies/body.ts'
import { MAX_SMALL_BODY_BYTES } from '../../http/bodies/body-limits.ts'
import { NO_STORE } from '../../http/change-responses.ts'
import { createFairQueue, SMALL_CHANGES } from '../../http/fair-queue.ts'
import { pathParameter } from '../../http/path-parameter.ts'
import type { Query } from '../../storage/database.ts'
import type { WriteQueue } from '../../storage/jobs/write-queue.ts'
import { siteAccessQuery } from './queries.ts'
import { muteSchemas } from './route-schemas.ts'
import type { DeviceOrSite } from './schema.ts'
import { MUTE_RULES, type MuteAccessRow, readMuteEnd, writeMute } from './write-mute.ts'

const idOf = (request: FastifyRequest) => pathParameter(request, 'id')
const QUERIES: Readonly<Record<DeviceOrSite, (keyHash: string, request: FastifyRequest) => Query>> = {
  device: (keyHash, request) => deviceAccessQuery(canonicalDeviceId(idOf(request)), keyHash),
  site: (keyHash, request) => siteAccessQuery(idOf(request), keyHash),
}

interface MuteContext extends ChangeContext {
  readonly queue: WriteQueue
}

export function addMuteRoutes(app: ChangeApp, kind: DeviceOrSite, context: MuteContext): void {
  const { authorize, queue, clock, deviceBasePath, throttleChange } = context
  const url = `${deviceBasePath}/${kind}s/:id/mute`
  const guard = authorize<MuteAccessRow, string>({ ...MUTE_RULES[kind], query: QUERIES[kind] })
  const enqueue = createFairQueue(SMALL_CHANGES)
  const write = (request: FastifyRequest, untilMs: number | undefined) =>
    enqueue(keyOf(request)?.id ?? '', () =>
      queue.write(() => writeMute(kind, guard.queryOf(request), untilMs, clock)),
    )
  const shared = { bodyLimit: MAX_SMALL_BODY_BYTES, onRequest: [...guard.hooks, throttleChange] }

  const putRoute = { ...shared, schema: muteSchemas[kind].put, preValidation: parseBody }
  app.put(url, putRoute, async (request, reply) => {
    const untilMs = readMuteEnd(request.body, clock())
    await write(request, untilMs)
    reply.headers(NO_STORE)
    return { muted_until: new Date(untilMs).toISOString() }
  })

  app.delete(url, { ...shared, schema: muteSchemas[kind].delete }, async (request, reply) => {
    await write(request, undefined)
    return reply.code(204).headers(NO_STORE).send(null)
  })
}

import type { FastifyRequest } from 'fastify'
import { requireTargetId, type WriteRouteApp, type WriteRouteContext } from '../../auth/write-guard.ts'
import { canonicalDeviceId } from '../../device/schema.ts'
import { parseBody } from '../../http/bodies/body.ts'
import { MAX_SMALL_BODY_BYTES } from '../../http/bodies/body-limits.ts'
import { readFutureTime } from '../../http/bodies/future-time.ts'
import { pathParameter } from '../../http/unchecked-parameters.ts'
import { DAY_MS } from '../../lib/time/durations.ts'
import { isoTime } from '../../lib/time/timestamps.ts'
import type { Query } from '../../storage/database.ts'
import { deleteMuteStatement, muteAccessQueries, putMuteStatement } from './queries.ts'
import { MUTE_REQUIREMENT, muteSchemas } from './route-schemas.ts'
import { type DeviceOrSite, MAX_MUTE_DAYS, MUTE_SUBJECT_NOT_FOUND, MUTE_TIME_RULE } from './schema.ts'

export function addMuteRoutes(app: WriteRouteApp, kind: DeviceOrSite, context: WriteRouteContext): void {
  const { createWriteGuard, clock } = context
  const guard = createWriteGuard({
    ...MUTE_REQUIREMENT,
    requireTarget: requireTargetId(MUTE_SUBJECT_NOT_FOUND[kind]),
    query(keyHash, request) {
      const id = pathParameter(request, 'id')
      return muteAccessQueries[kind](kind === 'device' ? canonicalDeviceId(id) : id, keyHash)
    },
  })
  /** @param statementFor makes the change of the device or the site with an id */
  const write = (request: FastifyRequest, statementFor: (id: string) => Query) =>
    guard.write(request, function* ({ target }) {
      yield statementFor(target)
    })
  const url = `/${kind}s/:id/mute`
  const shared = { bodyLimit: MAX_SMALL_BODY_BYTES, onRequest: guard.hooks }

  const putRoute = { ...shared, schema: muteSchemas[kind].put, preValidation: parseBody }
  app.put(url, putRoute, async (request) => {
    const nowMs = clock()
    const period = { nowMs, latestMs: nowMs + MAX_MUTE_DAYS * DAY_MS, mustBe: MUTE_TIME_RULE }
    const untilMs = readFutureTime('until', request.body.until, period)
    await write(request, (id) => putMuteStatement(kind, id, untilMs))
    return { muted_until: isoTime(untilMs) }
  })

  app.delete(url, { ...shared, schema: muteSchemas[kind].delete }, async (request, reply) => {
    await write(request, (id) => deleteMuteStatement(kind, id, clock()))
    return reply.code(204).send(null)
  })
}

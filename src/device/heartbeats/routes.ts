import { Type } from '@sinclair/typebox'
import type { FastifyRequest } from 'fastify'
import { keyIdOf } from '../../auth/guard.ts'
import { securityOf } from '../../auth/requirement.ts'
import { requireTargetId, type WriteRouteApp, type WriteRouteContext } from '../../auth/write-guard.ts'
import { type FastPath, headersOf } from '../../fast-path/fast-path.ts'
import { parseBody } from '../../http/bodies/body.ts'
import { MAX_SMALL_BODY_BYTES } from '../../http/bodies/body-limits.ts'
import { CHANGES_TAG, smallBodyErrorResponses } from '../../http/change-responses.ts'
import { errorSchema } from '../../http/http-error.ts'
import { pathParameter } from '../../http/unchecked-parameters.ts'
import { HEARTBEAT_REQUIREMENT } from '../access.ts'
import { deviceNotFound } from '../guards.ts'
import { canonicalDeviceId, DEVICE_NOT_FOUND, DeviceInPath } from '../schema.ts'
import type { RememberedHeartbeatResponse } from './heartbeat-fast-path.ts'
import { heartbeatAccessQuery } from './queries.ts'
import type { ReportHeartbeat } from './record.ts'

interface HeartbeatContext extends WriteRouteContext {
  readonly reportHeartbeat: ReportHeartbeat
  /** Undefined if every request must take the full path. */
  readonly heartbeatFastPath: FastPath<RememberedHeartbeatResponse> | undefined
}

export function addHeartbeatRoute(app: WriteRouteApp, context: HeartbeatContext): void {
  const { createWriteGuard, reportHeartbeat, heartbeatFastPath } = context
  const guard = createWriteGuard({
    ...HEARTBEAT_REQUIREMENT,
    requireTarget: requireTargetId(DEVICE_NOT_FOUND),
    countsAsChange: false,
    readsContentVersion: true,
    query: (keyHash, request) =>
      heartbeatAccessQuery(canonicalDeviceId(pathParameter(request, 'id')), keyHash),
  })
  const route = {
    schema,
    bodyLimit: MAX_SMALL_BODY_BYTES,
    onRequest: guard.hooks,
    preValidation: [parseBody, allowNoBody],
  }
  app.post('/devices/:id/heartbeats', route, async (request, reply) => {
    const keyId = keyIdOf(request)
    if (!(await reportHeartbeat(keyId, canonicalDeviceId(request.params.id)))) {
      await guard.requireStillAuthorized(request)
      throw deviceNotFound()
    }
    reply.code(204)
    const { contentVersion } = guard.dataOf(request)
    if (contentVersion !== undefined)
      heartbeatFastPath?.remember(request, contentVersion, { headers: headersOf(reply) })
    return reply.send(null)
  })
}

async function allowNoBody(request: FastifyRequest): Promise<void> {
  request.body ??= {}
}

const schema = {
  ...CHANGES_TAG,
  operationId: 'reportHeartbeat',
  summary: 'Report that a device is running',
  description:
    'Sets the last heartbeat of a device that the user of the key has `update` access to. The time is that of the server. ' +
    'The body is empty. Only with `CHANGES=on`.',
  security: securityOf(HEARTBEAT_REQUIREMENT),
  params: DeviceInPath,
  // Only the arrival of a heartbeat matters.
  body: Type.Object({}, { additionalProperties: false }),
  response: {
    204: Type.Null({ description: 'The heartbeat is stored.' }),
    ...smallBodyErrorResponses,
    404: errorSchema('There is no such device, or the user of the key may not update it', DEVICE_NOT_FOUND),
  },
}

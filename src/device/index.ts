import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from '@sinclair/typebox'
import { authenticate, bearer, type Throttle } from '../auth/authenticate.ts'
import { DEVICE_READ } from '../auth/scopes.ts'
import type { Clock } from '../clock.ts'
import { commonErrors, errorAnswer, HttpError } from '../errors.ts'
import type { Database } from '../storage/database.ts'
import { type FoundDevice, findReadableDevice, toDevice } from './repository.ts'
import { canonicalDeviceId, Device, DeviceReference } from './schema.ts'
import type { Callers } from './short-way.ts'

/** Heartbeats change a device all the time: whoever keeps an answer asks again before using it. */
const CACHE_CONTROL = 'private, no-cache'
const CONTENT_TYPE = 'application/json; charset=utf-8'

const DeviceParameters = Type.Object({
  id: Type.String({ description: 'Device ID. A MAC address in any case, with colons or hyphens.' }),
})

interface Parts {
  readonly database: Database
  readonly clock: Clock
  readonly throttle: Throttle
  readonly callers: Callers
}

/** The device interface: `GET /devices/{id}` for callers with `Authorization: Bearer KEY`. */
export const device: FastifyPluginAsyncTypebox<Parts> = async (app, parts) => {
  const { database, clock, throttle, callers } = parts
  app.addSchema(Device)

  const guard = authenticate<FoundDevice>({
    scheme: bearer,
    scope: DEVICE_READ,
    clock,
    throttle,
    lookUp: (keyHash, request) => {
      const { id } = request.params as { id: string }
      return findReadableDevice(database, keyHash, canonicalDeviceId(id))
    },
  })

  const schema = {
    operationId: 'getDevice',
    summary: 'One device',
    description: 'The state of a device that the user of the key has `read` or `update` access to.',
    tags: ['Devices'],
    security: [{ bearer: [DEVICE_READ] }],
    params: DeviceParameters,
    response: {
      200: DeviceReference,
      ...commonErrors,
      403: errorAnswer('The key lacks the scope: `Invalid scopes`.'),
      404: errorAnswer(
        'There is no such device, or the user of the key may not read it: `Device not found`.',
      ),
    },
  }

  app.get('/devices/:id', { schema, onRequest: guard.hook }, async (request, reply) => {
    const { device, asOf } = guard.found(request)
    if (device === undefined) throw new HttpError(404, 'Device not found')
    reply.headers({ 'cache-control': CACHE_CONTROL, 'content-type': CONTENT_TYPE })
    callers.remember(request, reply, asOf)
    return toDevice(device, clock())
  })
}

import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { RouteContext } from '../auth/guard.ts'
import { securityOf } from '../auth/requirement.ts'
import { type FastPath, headersOf } from '../fast-path/fast-path.ts'
import { errorSchema, scopedErrorResponses } from '../http/http-error.ts'
import { refTo } from '../schemas/schema-parts.ts'
import { DEVICE_EXAMPLE, HISTORY_EXAMPLE } from './device-examples.ts'
import type { RememberedDeviceResponse } from './device-fast-path.ts'
import { createDeviceLister } from './device-list.ts'
import { DEVICE_READ_REQUIREMENT, deviceNotFound, guardDeviceLists, guardOneDevice } from './guards.ts'
import { DevicesParameters, parseDeviceSelection } from './list-parameters.ts'
import { OUTAGES_KEPT_MS } from './outages/history.ts'
import { readHistories } from './outages/repository.ts'
import { DeviceHistory } from './outages/schema.ts'
import { toDevice } from './repository.ts'
import { DEVICE_NOT_FOUND, Device, DeviceInPath, Devices } from './schema.ts'

/** Heartbeats change a device all the time, so clients must revalidate a cached response before use. */
const REVALIDATED_HEADERS = {
  'cache-control': 'private, no-cache',
  'content-type': 'application/json; charset=utf-8',
}

interface DeviceRoutesOptions extends RouteContext {
  /** Absent if every request must take the full path. */
  readonly fastPath: FastPath<RememberedDeviceResponse> | undefined
}

/** The device interface: one device or many, for clients that send `Authorization: Bearer KEY`. */
export const deviceRoutes: FastifyPluginAsyncTypebox<DeviceRoutesOptions> = async (app, options) => {
  const { database, clock, fastPath } = options
  for (const schema of [DeviceHistory, Device, Devices]) app.addSchema(schema)
  const guard = guardOneDevice(options)
  const listGuard = guardDeviceLists(options)
  const list = createDeviceLister(database)

  app.get('/devices/:id', { schema: schemas.device, onRequest: guard.hook }, async (request, reply) => {
    const { device, contentVersion } = guard.dataOf(request)
    reply.headers(REVALIDATED_HEADERS)
    const serialize = reply.getSerializationFunction('200')
    if (serialize) fastPath?.remember(request, contentVersion, { headers: headersOf(reply), serialize })
    return toDevice(device, clock())
  })

  app.get('/devices', { schema: schemas.devices, onRequest: listGuard.hook }, async (request, reply) => {
    const userId = listGuard.dataOf(request)
    const nowMs = clock()
    const { total, rows } = await list({ ...parseDeviceSelection(request.query), userId }, nowMs)
    reply.headers(REVALIDATED_HEADERS)
    return { total, data: rows.map((row) => toDevice(row, nowMs)) }
  })

  app.get(
    '/devices/:id/outages',
    { schema: schemas.outages, onRequest: guard.hook },
    async (request, reply) => {
      const { device } = guard.dataOf(request)
      const histories = await readHistories(database, [device], clock(), OUTAGES_KEPT_MS)
      reply.headers(REVALIDATED_HEADERS)
      const history = histories.get(device.id)
      if (history === undefined) throw deviceNotFound()
      return { ...history, outages: history.outages.slice(0, MAX_SHOWN_OUTAGES) }
    },
  )
}

const MAX_SHOWN_OUTAGES = 50

const common = { tags: ['Devices'], security: securityOf(DEVICE_READ_REQUIREMENT) }

const schemas = {
  device: {
    ...common,
    operationId: 'getDevice',
    summary: 'One device',
    description: 'The state of a device that the user of the key has `read` or `update` access to.',
    'x-example': DEVICE_EXAMPLE,
    params: DeviceInPath,
    response: {
      200: refTo(Device, 'The device.'),
      ...scopedErrorResponses,
      404: errorSchema('There is no such device, or the user of the key may not read it', DEVICE_NOT_FOUND),
    },
  },
  outages: {
    ...common,
    operationId: 'listOutages',
    summary: 'Outages of one device',
    description: `The last ${MAX_SHOWN_OUTAGES} outages of a device, and its uptime. The times in which no service accepted heartbeats do not count.`,
    'x-example': HISTORY_EXAMPLE,
    params: DeviceInPath,
    response: {
      200: refTo(DeviceHistory, 'The outages of the device, and its uptime.'),
      ...scopedErrorResponses,
      404: errorSchema('As for `GET /devices/{id}`', DEVICE_NOT_FOUND),
    },
  },
  devices: {
    ...common,
    operationId: 'listDevices',
    summary: 'Devices',
    description:
      'The devices that the user of the key has `read` or `update` access to, ordered by name, then id. ' +
      '`is_online` is evaluated at the same moment for all of them.',
    'x-example': { total: 1, data: [DEVICE_EXAMPLE] },
    querystring: DevicesParameters,
    response: {
      200: refTo(Devices, 'The devices.'),
      ...scopedErrorResponses,
    },
  },
}

import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { RouteContext } from '../auth/guard.ts'
import { securityOf } from '../auth/requirement.ts'
import { DEVICE_READ_REQUIREMENT, guardDeviceLists } from '../device/guards.ts'
import { DeviceHistory } from '../device/outages/schema.ts'
import { NOT_MODIFIED, sendJsonWithEtag } from '../http/etag-response.ts'
import { scopedErrorResponses } from '../http/http-error.ts'
import { refTo } from '../schemas/schema-parts.ts'
import { FLEET_EXAMPLE } from './fleet-examples.ts'
import { FleetParameters, parseFleetParameters } from './parameters.ts'
import { readFleet } from './read-fleet.ts'
import { Fleet, FleetDevice } from './schema.ts'

/** The devices as an operator sees them. */
export const fleetRoutes: FastifyPluginAsyncTypebox<RouteContext> = async (app, options) => {
  const { database, clock } = options
  for (const schema of [DeviceHistory, FleetDevice, Fleet]) app.addSchema(schema)
  const listGuard = guardDeviceLists(options)

  app.get('/fleet', { schema, onRequest: listGuard.hook }, async (request, reply) => {
    const userId = listGuard.dataOf(request)
    const fleet = await readFleet(database, userId, parseFleetParameters(request.query), clock())
    const serialize = reply.getSerializationFunction('200')
    const json = serialize ? serialize(fleet) : JSON.stringify(fleet)
    return sendJsonWithEtag(request, reply, json, 'Accept-Encoding, Authorization')
  })
}

const schema = {
  tags: ['Devices'],
  security: securityOf(DEVICE_READ_REQUIREMENT),
  operationId: 'getFleet',
  summary: 'The fleet',
  description:
    'The devices that the user of the key has `read` or `update` access to, with their states, outages and sites: sites with the ' +
    'newest outage first, the others by name, and then devices without a site. Each site has offline devices first, the newest ' +
    'outage at the top, then those that were never connected, those that are asleep, and those that are online, each by name. ' +
    'A name with a shorter number at its end comes first: `Screen 2` before `Screen 10`. All of it is evaluated at the same moment.',
  'x-example': FLEET_EXAMPLE,
  querystring: FleetParameters,
  response: { 200: refTo(Fleet, 'A page of the fleet.'), 304: NOT_MODIFIED, ...scopedErrorResponses },
}

import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from '@sinclair/typebox'
import { authenticate, bearer, type Throttle } from '../auth/authenticate.ts'
import { findKey } from '../auth/repository.ts'
import { DEVICE_READ } from '../auth/scopes.ts'
import type { Clock } from '../clock.ts'
import { DeviceHistory } from '../device/outages/schema.ts'
import { commonErrors, errorSchema } from '../http/errors.ts'
import type { Database } from '../storage/database.ts'
import { createFleet } from './fleet.ts'
import { FleetQuery, formatQueryError, parseFleetQuery } from './query.ts'
import { Fleet, FleetDevice, FleetReference } from './schema.ts'
import { sendTagged } from './send.ts'

interface FleetRoutesOptions {
  readonly database: Database
  readonly clock: Clock
  readonly throttle: Throttle
}

/** The devices as an operator sees them. */
export const fleetRoutes: FastifyPluginAsyncTypebox<FleetRoutesOptions> = async (app, options) => {
  const { database, clock, throttle } = options
  for (const schema of [DeviceHistory, FleetDevice, Fleet]) app.addSchema(schema)
  app.setSchemaErrorFormatter(formatQueryError)
  const readFleet = createFleet(database)
  const reader = authenticate({
    scheme: bearer,
    scope: DEVICE_READ,
    clock,
    throttle,
    lookup: async (keyHash) => {
      const key = await findKey(database, keyHash)
      return { key, found: key?.userId ?? '' }
    },
  })

  app.get('/fleet', { schema, onRequest: reader.hook }, async (request, reply) => {
    const fleet = await readFleet(reader.found(request), parseFleetQuery(request.query), clock())
    const serialize = reply.getSerializationFunction('200')
    return sendTagged(request, reply, serialize ? serialize(fleet) : JSON.stringify(fleet))
  })
}

const schema = {
  tags: ['Devices'],
  security: [{ bearer: [DEVICE_READ] }],
  operationId: 'getFleet',
  summary: 'The fleet',
  description:
    'The devices that the user of the key has `read` or `update` access to, with their states, outages and sites: what needs ' +
    'attention first. All of it is evaluated at the same moment. With more than 5,000 devices, `counts`, and the order of the sites, ' +
    'may be up to 5 seconds old.',
  querystring: FleetQuery,
  response: {
    200: FleetReference,
    304: Type.Null({ description: 'The client already has this response: its ETag is in `If-None-Match`.' }),
    ...commonErrors,
    403: errorSchema('The key lacks the scope: `Invalid scopes`.'),
  },
}

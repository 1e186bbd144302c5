import swagger from '@fastify/swagger'
import type { FastifyInstance } from 'fastify'
import { version } from '../../lib/package.ts'
import { documented } from './documented.ts'

const securitySchemes = {
  bearer: {
    type: 'http',
    scheme: 'bearer',
    description: 'An API key with the scope of the route.',
  },
  apiKey: {
    type: 'apiKey',
    in: 'header',
    name: 'X-API-Key',
    description: 'An API key with access to menus, and with the scope of the route if it has one.',
  },
  streamToken: {
    type: 'apiKey',
    in: 'query',
    name: 'token',
    description: 'A token from `GET /v1/stream-token`.',
  },
} as const

/** Serves the description of all routes added after this call, at `/openapi.json`. */
export async function describeRoutes(app: FastifyInstance): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'signage-service',
        version,
        description:
          'Device status and menus for digital signage. Only the routes of the group Changes write, and they exist with `CHANGES=on`.',
        license: { name: 'MIT', identifier: 'MIT' },
      },
      servers: [{ url: '/' }],
      tags: [
        { name: 'Devices', description: 'Display devices and their status.' },
        { name: 'Menus', description: 'Menus, groups and items that an API key may read.' },
        { name: 'Changes', description: 'Changes of menus, heartbeats, and mutes. Only with `CHANGES=on`.' },
      ],
      components: { securitySchemes },
    },
    transformObject: (description) => {
      const openapi = 'openapiObject' in description ? description.openapiObject : {}
      return JSON.parse(JSON.stringify(openapi, documented))
    },
    refResolver: {
      buildLocalReference: ({ $id }, _base, _fragment, index) => String($id ?? `schema-${index}`),
    },
  })
  app.get('/openapi.json', { schema: { hide: true } }, async () => app.swagger())
}

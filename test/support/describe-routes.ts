import { channel } from 'node:diagnostics_channel'
import swagger, { type FastifyDynamicSwaggerOptions } from '@fastify/swagger'
import type { FastifyInstance } from 'fastify'
import { buildApp } from '../../src/app.ts'
import { version } from '../../src/lib/package.ts'
import { openMemory } from './database.ts'
import { toOpenApi } from './to-openapi.ts'

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

/** Makes the OpenAPI description of all routes from their schemas. */
export async function describeRoutes(): Promise<object> {
  const database = await openMemory()
  // Fastify publishes each app when it is created: its routes come later.
  const created = channel('fastify.initialization')
  const describe = (message: unknown) =>
    void (message as { fastify: FastifyInstance }).fastify.register(swagger, OPTIONS)
  created.subscribe(describe)
  const app = await buildApp({ database, writableDatabase: database })
  created.unsubscribe(describe)
  await app.ready()
  const description = app.swagger()
  await app.close()
  await database.close()
  return description
}

const OPTIONS: FastifyDynamicSwaggerOptions = {
  hideUntagged: true,
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
    return JSON.parse(JSON.stringify(openapi, toOpenApi))
  },
  refResolver: {
    buildLocalReference: ({ $id }, _base, _fragment, index) => String($id ?? `schema-${index}`),
  },
}

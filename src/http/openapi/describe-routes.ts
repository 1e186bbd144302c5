import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'
import { version } from '../../lib/package.ts'
import { securePages } from '../security-headers.ts'

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

/** Serves the description of all routes added after this call, at `/openapi.json` and as pages at `/docs`. */
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
      return JSON.parse(JSON.stringify(openapi, withoutAnnotations))
    },
    refResolver: {
      buildLocalReference: ({ $id }, _base, _fragment, index) => String($id ?? `schema-${index}`),
    },
  })
  app.get('/openapi.json', { schema: { hide: true } }, async () => app.swagger())
  await app.register(async (pages) => {
    // Swagger UI uses inline styles.
    pages.addHook('onRequest', securePages([], "'self' 'unsafe-inline'"))
    await pages.register(swaggerUi, { routePrefix: '/docs', theme: { title: 'API · signage-service' } })
  })
}

/** Formats of ours, and what they are called elsewhere. */
const FORMATS: Readonly<Record<string, string | undefined>> = {
  timestamp: 'date-time',
  text: undefined,
  id: undefined,
}

/** Leaves out of a schema what only our validation knows. */
function withoutAnnotations(name: string, value: unknown): unknown {
  if (name === 'mustBe') return undefined
  return name === 'format' && typeof value === 'string' && value in FORMATS ? FORMATS[value] : value
}

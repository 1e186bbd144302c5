import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { REQUEST_ID_HEADER } from '../request-id.ts'

/**
 * Serves the description of the interfaces at `/openapi.json`, and as interactive pages at `/docs`. It comes
 * from a separate app that is built on the first request for it, so that the process starts faster.
 * @param create creates an app without routes, which never listens
 */
export function serveDocs(
  app: FastifyInstance,
  create: () => Promise<FastifyInstance>,
  addInterfaces: (app: FastifyInstance) => Promise<void>,
): void {
  let building: Promise<FastifyInstance> | undefined

  async function build(): Promise<FastifyInstance> {
    const { describeRoutes } = await import('./describe-routes.ts')
    const docs = await create()
    await describeRoutes(docs)
    await addInterfaces(docs)
    await docs.ready()
    return docs
  }

  async function passOn({ id, raw }: FastifyRequest, reply: FastifyReply): Promise<void> {
    building ??= build().catch((error) => {
      building = undefined
      throw error
    })
    const docs = await building
    reply.hijack()
    raw.headers[REQUEST_ID_HEADER] = id
    docs.routing(raw, reply.raw)
  }

  for (const url of ['/openapi.json', '/docs', '/docs/*']) app.get(url, { schema: { hide: true } }, passOn)
  app.addHook('onClose', async () => (await building)?.close())
}

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { REQUEST_ID_HEADER } from './request-id.ts'

/**
 * Serves the description of the interfaces at `/openapi.json`, and as pages to read and try at `/docs`, from an
 * app of its own that is built when somebody first asks: a process that nobody asks starts sooner without it.
 * @param build makes an app with these routes, which never listens
 */
export function serveDocs(app: FastifyInstance, build: () => Promise<FastifyInstance>): void {
  let building: Promise<FastifyInstance> | undefined

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
  app.addHook('onClose', async () => {
    const docs = await building
    await docs?.close()
  })
}

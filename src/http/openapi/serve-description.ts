import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { REQUEST_ID_HEADER } from '../request-id.ts'

/**
 * Serves the description of the interfaces at `/openapi.json`. It comes from a separate app that is built on the first
 * request for it, so that the process starts faster.
 * @param create creates an app without routes, which never listens
 */
export function serveDescription(
  app: FastifyInstance,
  create: () => Promise<FastifyInstance>,
  addInterfaces: (app: FastifyInstance) => Promise<void>,
): void {
  let building: Promise<FastifyInstance> | undefined

  async function build(): Promise<FastifyInstance> {
    const { describeRoutes } = await import('./describe-routes.ts')
    const inner = await create()
    await describeRoutes(inner)
    await addInterfaces(inner)
    await inner.ready()
    return inner
  }

  async function passOn({ id, raw }: FastifyRequest, reply: FastifyReply): Promise<void> {
    building ??= build().catch((error) => {
      building = undefined
      throw error
    })
    const inner = await building
    reply.hijack()
    raw.headers[REQUEST_ID_HEADER] = id
    inner.routing(raw, reply.raw)
  }

  app.get('/openapi.json', { schema: { hide: true } }, passOn)
  app.addHook('onClose', async () => (await building)?.close())
}

import type { FastifyReply, FastifyRequest } from 'fastify'
import Negotiator from 'negotiator'
import { securePages } from '../http/security-headers.ts'
import { type Assets, createAssets } from './assets.ts'

/** No page has an address with more parts. The limit is also one of memory, because a page is kept for each depth. */
const PAGE = /^(?:\/[^/?]*){1,4}(?:\?|$)/

/** Creates a handler that sends people a page instead of JSON if they follow a broken link or mistype an address. */
export function createNotFoundPage() {
  let assets: Assets | undefined
  const secure = securePages([])

  /** @returns undefined if the client is a program */
  return (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> | undefined => {
    const { method, url } = request
    // Programs that accept anything get JSON.
    const type = new Negotiator(request).mediaType(['application/json', 'text/html'])
    const wantsPage = method === 'GET' && type === 'text/html' && PAGE.test(url)
    return wantsPage ? send(request, reply) : undefined
  }

  async function send(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    // Made when it is first needed, so that the start takes no longer.
    assets ??= createAssets({})
    const [path = ''] = request.url.split('?')
    const root = ['.', '..', '../..', '../../..'][path.split('/').length - 2] ?? '.'
    const page = await assets.find('not-found/index.html', { root })
    await secure(request, reply)
    reply.code(404).headers({ 'cache-control': 'no-store', vary: 'Accept' })
    return reply.type('text/html; charset=utf-8').send(page?.bodies.identity)
  }
}

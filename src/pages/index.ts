import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { acceptedCoding } from '../http/compression.ts'
import { entityTag, matches } from '../http/entity-tag.ts'
import { securePages } from '../operations/security-headers.ts'
import { type Asset, assetNames, readAsset } from './assets.ts'

/** A browser asks each time whether it has the newest: a board runs for years, and the service is updated. */
const CACHE_CONTROL = 'no-cache'

/** Pages, and where they are. Whatever else they load is at `/app/` and its name. */
const PAGES: Readonly<Record<string, string>> = {
  'front/index.html': '/',
  'fleet/index.html': '/app/',
  'menus/index.html': '/app/menus',
  'board/index.html': '/app/board',
}

/** A worker may otherwise only act for what is below its own file, and the board is above it. */
const HEADERS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'board/service-worker.js': { 'service-worker-allowed': '/app/board' },
}

interface Parts {
  readonly deviceBasePath: string
  readonly menuBasePath: string
  /** Origins whose pages may show these in a frame. */
  readonly frameAncestors: readonly string[]
}

/** Pages for people: what this is, the fleet, the menus, and a menu board for a wall. */
export const pages: FastifyPluginAsync<Parts> = async (
  app,
  { deviceBasePath, menuBasePath, frameAncestors },
) => {
  app.addHook('onRequest', securePages(frameAncestors))

  for (const name of assetNames()) {
    let reading: Promise<Asset> | undefined
    const read = () =>
      readAsset(name, { deviceBasePath, menuBasePath }).catch((error) => {
        reading = undefined
        throw error
      })
    app.get(PAGES[name] ?? `/app/${name}`, { schema: { hide: true } }, async (request, reply) => {
      reading ??= read()
      return sendAsset(request, reply.headers(HEADERS[name] ?? {}), await reading)
    })
  }
}

async function sendAsset(
  { headers }: FastifyRequest,
  reply: FastifyReply,
  asset: Asset,
): Promise<FastifyReply> {
  const coding = acceptedCoding(headers['accept-encoding'])
  const etag = entityTag(asset, coding)
  reply.headers({ etag, 'cache-control': CACHE_CONTROL, vary: 'Accept-Encoding' })
  if (matches(headers['if-none-match'], etag)) return reply.code(304).send()
  if (coding !== 'identity') reply.header('content-encoding', coding)
  return reply.type(asset.contentType).send(asset.bodies[coding])
}

import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { acceptedEncoding } from '../http/compression.ts'
import { entityTag, matchesEntityTag } from '../http/entity-tag.ts'
import { throwNotFound } from '../http/errors.ts'
import { securePages } from '../http/security-headers.ts'
import { type Asset, createAssets } from './assets.ts'

/** Browsers revalidate each time: a board runs for years, and the service is updated meanwhile. */
const CACHE_CONTROL = 'no-cache'

/** The paths of the pages. All other files are at `/app/` followed by their name. */
const PAGES: Readonly<Record<string, string>> = {
  '/': 'front/index.html',
  '/app': 'fleet/index.html',
  '/app/menus': 'menus/index.html',
  '/app/stock': 'stock/index.html',
  '/app/board': 'board/index.html',
  '/tv': 'tv/index.html',
}

/** By default a service worker only controls paths below its own file. The board is above it. */
const HEADERS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'board/service-worker.js': { 'service-worker-allowed': '/app/board' },
}

const HIDDEN = { schema: { hide: true } } as const

interface PageRoutesOptions {
  readonly deviceBasePath: string
  readonly menuBasePath: string
  /** Origins whose pages may embed these pages in a frame. */
  readonly frameAncestors: readonly string[]
}

/** The pages for people: an overview, the fleet, the menus, the stock of a kitchen, and menu boards for a wall. */
export const pageRoutes: FastifyPluginAsync<PageRoutesOptions> = async (
  app,
  { deviceBasePath, menuBasePath, frameAncestors },
) => {
  app.addHook('onRequest', securePages(frameAncestors))

  const assets = createAssets({ deviceBasePath, menuBasePath })
  const serve =
    (nameOf: (request: FastifyRequest) => string) => async (request: FastifyRequest, reply: FastifyReply) => {
      const name = nameOf(request)
      const asset = await assets.find(name)
      return asset ? sendAsset(request, reply.headers(HEADERS[name] ?? {}), asset) : throwNotFound()
    }

  for (const [url, name] of Object.entries(PAGES))
    app.get(
      url,
      HIDDEN,
      serve(() => name),
    )
  // One route for all files, because each further route would make the start slower.
  app.get(
    '/app/*',
    HIDDEN,
    serve(({ params }) => nameOfFile((params as { '*': string })['*'])),
  )
}

/** Returns the name of a file. HTML files are not served here: pages have their own paths. */
function nameOfFile(path: string): string {
  return path.endsWith('.html') ? '' : path
}

async function sendAsset(
  { headers }: FastifyRequest,
  reply: FastifyReply,
  asset: Asset,
): Promise<FastifyReply> {
  const coding = acceptedEncoding(headers['accept-encoding'])
  const etag = entityTag(asset, coding)
  reply.headers({ etag, 'cache-control': CACHE_CONTROL, vary: 'Accept-Encoding' })
  if (matchesEntityTag(headers['if-none-match'], etag)) return reply.code(304).send()
  if (coding !== 'identity') reply.header('content-encoding', coding)
  return reply.type(asset.contentType).send(asset.bodies[coding])
}

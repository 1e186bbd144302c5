import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { LOOK_PARAMETER, lookNamed } from '../boards/looks.ts'
import { acceptedEncoding } from '../http/compression.ts'
import { entityTag, matchesEntityTag } from '../http/entity-tag.ts'
import { addVary } from '../http/etag-response.ts'
import { throwNotFound } from '../http/http-error.ts'
import { version } from '../lib/package.ts'
import { type Asset, createAssets, type Placeholders } from './assets.ts'
import { createInstalledFonts } from './installed-fonts.ts'
import { createPageHeadersHook } from './page-headers.ts'

/** Browsers revalidate each time: a board runs for years, and the service is updated meanwhile. */
const CACHE_CONTROL = 'no-cache'
/** The address of a font contains its version. */
const FONT_CACHE_CONTROL = 'public, max-age=31536000, immutable'

/** The paths of the pages. All other files are at `/app/` followed by their name. */
const PAGES: Readonly<Record<string, string>> = {
  '/': 'front/index.html',
  '/app': 'fleet/index.html',
  '/app/menus': 'menus/index.html',
  '/app/stock': 'stock/index.html',
  '/tv': 'tv/index.html',
}

const BOARD = '/app/board'

/** By default a service worker only controls paths below its own file. The board is above it. */
const HEADERS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'board/service-worker.js': { 'service-worker-allowed': '../board' },
}

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
  app.addHook('onRequest', createPageHeadersHook(frameAncestors))

  const fonts = createInstalledFonts()
  const assets = createAssets({ deviceBasePath, menuBasePath, version }, fonts)

  async function serve(request: FastifyRequest, reply: FastifyReply, name: string, values?: Placeholders) {
    if (name.endsWith('.woff2')) return sendFont(reply, await assets.readFont(name))
    const asset = await assets.find(name, values)
    return asset ? sendAsset(request, reply.headers(HEADERS[name] ?? {}), asset) : throwNotFound()
  }

  /** A board loads the style sheets of its look and of the fonts of its language, and of no other. */
  function linksFor({ [LOOK_PARAMETER]: look, locale }: BoardQuery, root: string): string {
    const sheet = `board/looks/${lookNamed(first(look))}.css`
    const sheets = [sheet, fonts.styleSheetFor(first(locale))]
    return sheets
      .map((name) => (name ? `\n    <link rel="stylesheet" href="${root}/app/${name}">` : ''))
      .join('')
  }

  await app.register(async (docs) => {
    // The reader of OpenAPI makes its styles itself. Nobody needs it in a frame.
    docs.addHook('onRequest', createPageHeadersHook([], "'self' 'unsafe-inline'"))
    docs.get('/docs', (request, reply) =>
      serve(request, reply, 'reference/index.html', { root: rootFrom('/docs', request) }),
    )
  })
  app.get<{ Params: { '*': string } }>('/docs/*', (request, reply) =>
    serve(request, reply, `reference/guide/${request.params['*']}.html`, { root: '..' }),
  )
  for (const [url, name] of Object.entries(PAGES))
    app.get(url, (request, reply) => serve(request, reply, name, { root: rootFrom(url, request) }))
  // The pages `/` and `/app/menus` show boards in frames.
  const onRequest = createPageHeadersHook(["'self'", ...frameAncestors])
  app.get<{ Querystring: BoardQuery }>(BOARD, { onRequest }, (request, reply) => {
    const root = rootFrom(BOARD, request)
    return serve(request, reply, 'board/index.html', { root, styles: linksFor(request.query, root) })
  })
  // One route for all files, because each further route would make the start slower.
  app.get<{ Params: { '*': string } }>('/app/*', (request, reply) =>
    serve(request, reply, nameOfFile(request.params['*'])),
  )
}

/**
 * Returns the relative path from a page to the service. Only browsers know the path under which a proxy serves the pages.
 * @param path of the page, which may be requested with a slash at its end
 */
function rootFrom(path: string, { url }: FastifyRequest): string {
  const hasSlash = path !== '/' && /^[^?]*\/(\?|$)/.test(url)
  const levels = path.split('/').length - 2 + (hasSlash ? 1 : 0)
  return levels === 0 ? '.' : Array(levels).fill('..').join('/')
}

/** The parameters of a board that decide the links of its page. A repeated parameter is a list. */
interface BoardQuery {
  readonly [LOOK_PARAMETER]?: string | readonly string[]
  readonly locale?: string | readonly string[]
}

/** Returns the value that the board itself reads. */
function first(value: string | readonly string[] = ''): string {
  const [given = ''] = [value].flat()
  return given.trim()
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
  const encoding = acceptedEncoding(headers['accept-encoding'])
  const etag = entityTag(asset.contentHash, encoding)
  addVary(reply, 'Accept-Encoding')
  reply.headers({ etag, 'cache-control': CACHE_CONTROL })
  if (matchesEntityTag(headers['if-none-match'], etag)) return reply.code(304).send()
  if (encoding !== 'identity') reply.header('content-encoding', encoding)
  return reply.type(asset.contentType).send(asset.bodies[encoding])
}

/** Fonts are compressed already. */
function sendFont(reply: FastifyReply, font: Buffer | undefined): FastifyReply {
  if (font === undefined) return throwNotFound()
  return reply.header('cache-control', FONT_CACHE_CONTROL).type('font/woff2').send(font)
}
